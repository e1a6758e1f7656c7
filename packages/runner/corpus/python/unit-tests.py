import io
import unittest


class Adding(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 2)

    def test_fails(self):
        with self.assertRaises(ZeroDivisionError):
            1 / 0

    def test_wrong(self):
        self.assertIn(3, [1, 2])


result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Adding))
print(result.testsRun, len(result.failures), result.wasSuccessful())
