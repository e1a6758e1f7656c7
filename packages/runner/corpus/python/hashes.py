import base64
import hashlib
import struct
import uuid
import zlib

data = "Grüße".encode()
print(hashlib.sha256(data).hexdigest(), hashlib.md5(data).hexdigest())
print(base64.b64encode(data), zlib.crc32(data), struct.pack(">IhB", 1, -2, 3), struct.unpack("<d", bytes(7) + b"\x40"))
print(uuid.uuid5(uuid.NAMESPACE_DNS, "example.com"), zlib.decompress(zlib.compress(data * 100))[:7], int.from_bytes(b"\x01\x00", "big"))
