import base64
import binascii
import hashlib
import io
import struct
import zlib

packed = struct.pack('>IhB5s', 0xDEADBEEF, -2, 7, b'hello')
print(packed, len(packed), struct.unpack('>IhB5s', packed), struct.calcsize('<QH'))
print(base64.b64encode(packed).decode(), base64.urlsafe_b64decode('3q2-7w=='), binascii.hexlify(b'\x00\xff'), bytes.fromhex('ca fe'))
text = 'naïve 🎉'
print(text.encode(), text.encode('utf-16-le')[:4], text.encode('ascii', 'replace'), 'é'.encode('latin-1'), b'\xff\xfe'.decode('utf-8', 'replace'))
try:
    b'\xc3('.decode()
except UnicodeDecodeError as fault:
    print(fault)
print(hashlib.sha256(b'abc').hexdigest()[:16], hashlib.md5(text.encode()).hexdigest(), zlib.crc32(b'abc'), zlib.decompress(zlib.compress(b'a' * 1000)) == b'a' * 1000)
buffer = bytearray(b'abc')
buffer += b'def'
buffer[1:3] = b'XYZ'
view = memoryview(buffer)
view[0] = 65
print(buffer, buffer.find(b'd'), bytes(view[-2:]), list(b'hi'), int.from_bytes(b'\x01\x00', 'big'), (1000).to_bytes(3, 'little'))
stream = io.StringIO('one\ntwo\n')
print(stream.readline(), stream.read(), io.BytesIO(b'\x01\x02').read(1), bin(10), oct(64), hex(255), int('ff', 16), int('0b101', 0), f'{10:08b} {255:#x} {3:>4}|')
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 70, -9 >> 1, (255).bit_length(), (37).bit_count())
