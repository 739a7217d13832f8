"""Compares ProtobufProbe with Python's protobuf: random messages of random types, both ways, and hostile ones.

    conformance.py PROBE MESSAGES SEED

Ends with 0 if both agree on all, with 1 and the first differences if not, and with 2 if protobuf is not installed.
"""
import base64
import json
import random
import re
import struct
import subprocess
import sys

try:
    from google.protobuf import (any_pb2, descriptor_pb2, descriptor_pool, duration_pb2, empty_pb2, field_mask_pb2,
                                 json_format, message_factory, struct_pb2, timestamp_pb2, wrappers_pb2)
except ImportError:
    sys.exit(2)

KNOWN = [any_pb2, duration_pb2, empty_pb2, field_mask_pb2, struct_pb2, timestamp_pb2, wrappers_pb2]
KNOWN_TYPES = ["Any", "Duration", "Empty", "FieldMask", "Struct", "Value", "ListValue", "Timestamp", "DoubleValue",
               "FloatValue", "Int64Value", "UInt64Value", "Int32Value", "UInt32Value", "BoolValue", "StringValue",
               "BytesValue"]
F = descriptor_pb2.FieldDescriptorProto
SCALARS = [F.TYPE_DOUBLE, F.TYPE_FLOAT, F.TYPE_INT64, F.TYPE_UINT64, F.TYPE_INT32, F.TYPE_FIXED64, F.TYPE_FIXED32,
           F.TYPE_BOOL, F.TYPE_STRING, F.TYPE_BYTES, F.TYPE_UINT32, F.TYPE_SFIXED32, F.TYPE_SFIXED64, F.TYPE_SINT32,
           F.TYPE_SINT64]
KEYS = [t for t in SCALARS if t not in (F.TYPE_DOUBLE, F.TYPE_FLOAT, F.TYPE_BYTES)]
HAS_EDITIONS = hasattr(descriptor_pb2, "FeatureSet")
# Debian's 3.21 takes groups that are not open and numbers such as 1.0 for an integer, and writes extensions without brackets:
# it is asked neither for hostile bytes nor for extensions.
IS_OLD = not HAS_EDITIONS

# What Python accepts and the specification does not, by words of our refusal: json_format hands texts to int(), float(),
# strptime() and a lenient Base64.
STRICTER = ["expected", "is out of the range", "is no time", "is no duration", "not JSON", "stands twice",
            "only one field of", "has no value", "nested deeper", "has no field", "is no path"]


class Types:
    """A random file, in a pool of its own."""

    def __init__(self, rng, number):
        self.rng = rng
        self.package = f"p{number}"
        self.syntax = rng.choice(["proto2", "proto3"] + (["editions"] if HAS_EDITIONS else []))
        self.file = descriptor_pb2.FileDescriptorProto(name=f"f{number}.proto", package=self.package)
        self.file.syntax = self.syntax
        if self.syntax == "editions":
            self.file.edition = rng.choice([1000, 1000, 1001])
        self.file.dependency.extend(known.DESCRIPTOR.name for known in KNOWN)
        self.messages, self.enums, self.open_enums = [], [], []
        for place in range(rng.randint(1, 3)):
            self.enum(self.file.enum_type, f"E{place}")
        names = [f"M{place}" for place in range(rng.randint(1, 4))]
        self.messages = [f".{self.package}.{name}" for name in names]
        for name in names:
            message = self.file.message_type.add(name=name)
            self.fill(message, f".{self.package}.{name}", rng.randint(1, 12))
        if self.syntax != "proto3" and not IS_OLD:
            for place in range(rng.randint(0, 3)):
                self.extension(place)
        pool = descriptor_pool.DescriptorPool()
        for known in KNOWN:
            pool.AddSerializedFile(known.DESCRIPTOR.serialized_pb)
        pool.AddSerializedFile(self.file.SerializeToString())
        self.pool = pool
        classes = getattr(message_factory, "GetMessageClass", None)
        if classes is None:
            factory = message_factory.MessageFactory(pool)
            classes = factory.GetPrototype
        self.make = lambda name: classes(pool.FindMessageTypeByName(name.lstrip(".")))
        for name in self.messages:
            self.make(name)
        if classes.__name__ == "GetPrototype":
            factory.GetMessages([self.file.name])
        else:
            message_factory.GetMessageClassesForFiles([self.file.name], pool)
        files = descriptor_pb2.FileDescriptorSet()
        for known in KNOWN:
            files.file.add().ParseFromString(known.DESCRIPTOR.serialized_pb)
        files.file.append(self.file)
        self.set = files.SerializeToString()

    def enum(self, enums, name):
        rng = self.rng
        enum = enums.add(name=name)
        numbers = [0] + rng.sample([1, 2, 5, 7, -1, 1000, 2147483647, -2147483648], rng.randint(0, 4))
        if self.syntax == "proto2" and rng.random() < 0.3:
            numbers = numbers[1:] or [3]
        for place, number in enumerate(numbers):
            enum.value.add(name=f"{name}_V{place}", number=number)
        if self.syntax == "editions" and rng.random() < 0.4:
            enum.options.features.enum_type = 2
        self.enums.append(f".{self.package}.{name}")

    def fill(self, message, full, count):
        rng = self.rng
        numbers = rng.sample(list(range(1, 40)) + [100, 2047, 2048, 18999, 536870911], count)
        oneofs = 0
        for place, number in enumerate(numbers):
            name = rng.choice(["foo", "bar_baz", "x1", "Upper", "a__b", "long_field_name", "_lead"]) + str(place)
            field = message.field.add(name=name, number=number, label=F.LABEL_OPTIONAL)
            if rng.random() < 0.1:
                field.json_name = f"custom{place}"
            kind = rng.random()
            if kind < 0.12:
                self.map(message, full, field)
                continue
            self.type(field)
            if kind < 0.35:
                field.label = F.LABEL_REPEATED
                if field.type not in (F.TYPE_STRING, F.TYPE_BYTES, F.TYPE_MESSAGE, F.TYPE_GROUP):
                    self.pack(field)
            elif kind < 0.55:
                if not message.oneof_decl or rng.random() < 0.3:
                    message.oneof_decl.add(name=f"choice{oneofs}")
                    oneofs += 1
                field.oneof_index = len(message.oneof_decl) - 1
            elif kind < 0.6 and self.syntax == "proto2" and field.type != F.TYPE_MESSAGE:
                field.label = F.LABEL_REQUIRED
            elif self.syntax == "editions" and kind < 0.7 and field.type != F.TYPE_MESSAGE:
                # An enum without presence has to be open.
                if field.type != F.TYPE_ENUM:
                    field.options.features.field_presence = 2
            if self.syntax == "editions" and field.type == F.TYPE_MESSAGE and rng.random() < 0.2:
                field.options.features.message_encoding = 2
            if self.syntax == "editions" and field.type == F.TYPE_STRING and rng.random() < 0.2:
                field.options.features.utf8_validation = 3
        # Protobuf 3.21 wants the fields of a oneof one after the other.
        fields = sorted(message.field, key=lambda field: field.oneof_index if field.HasField("oneof_index") else -1)
        fields = [F.FromString(field.SerializeToString()) for field in fields]
        del message.field[:]
        message.field.extend(fields)
        if self.syntax == "proto2" and rng.random() < 0.4:
            nested = message.nested_type.add(name="Grp")
            nested.field.add(name="inner", number=1, label=F.LABEL_OPTIONAL, type=F.TYPE_INT32)
            message.field.add(name="grp", number=50, label=rng.choice([F.LABEL_OPTIONAL, F.LABEL_REPEATED]),
                              type=F.TYPE_GROUP, type_name=full + ".Grp")
        if self.syntax == "proto3":
            for field in message.field:
                if (field.label == F.LABEL_OPTIONAL and not field.HasField("oneof_index") and rng.random() < 0.3
                        and field.type != F.TYPE_MESSAGE):
                    field.proto3_optional = True
            for field in message.field:
                if field.proto3_optional:
                    message.oneof_decl.add(name="_" + field.name)
                    field.oneof_index = len(message.oneof_decl) - 1
        else:
            message.extension_range.add(start=60, end=90)

    def type(self, field):
        rng = self.rng
        kind = rng.random()
        if kind < 0.55:
            field.type = rng.choice(SCALARS)
        elif kind < 0.68:
            field.type, field.type_name = F.TYPE_ENUM, rng.choice(self.enums)
        elif kind < 0.8 and self.messages:
            field.type, field.type_name = F.TYPE_MESSAGE, rng.choice(self.messages)
        else:
            field.type, field.type_name = F.TYPE_MESSAGE, ".google.protobuf." + rng.choice(KNOWN_TYPES)

    def pack(self, field):
        if self.rng.random() < 0.5:
            if self.syntax == "editions":
                field.options.features.repeated_field_encoding = self.rng.choice([1, 2])
            else:
                field.options.packed = self.rng.random() < 0.5

    def map(self, message, full, field):
        name = "".join(part.capitalize() if part else "" for part in field.name.split("_"))
        entry = message.nested_type.add(name=name[:1].upper() + name[1:] + "Entry")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, label=F.LABEL_OPTIONAL, type=self.rng.choice(KEYS))
        value = entry.field.add(name="value", number=2, label=F.LABEL_OPTIONAL)
        self.type(value)
        if value.type == F.TYPE_ENUM:
            # The first value of an enum in a map has to be 0.
            value.ClearField("type_name")
            value.type = F.TYPE_INT32
        field.label, field.type, field.type_name = F.LABEL_REPEATED, F.TYPE_MESSAGE, f"{full}.{entry.name}"

    def extension(self, place):
        field = self.file.extension.add(name=f"ext_{place}", number=60 + place, label=F.LABEL_OPTIONAL,
                                        extendee=self.rng.choice(self.messages))
        self.type(field)
        if self.rng.random() < 0.3:
            field.label = F.LABEL_REPEATED


def is_repeated(field):
    if hasattr(field, "is_repeated"):
        repeated = field.is_repeated
        return repeated() if callable(repeated) else repeated
    return field.label == field.LABEL_REPEATED


def is_required(field):
    if hasattr(field, "is_required"):
        required = field.is_required
        return required() if callable(required) else required
    return field.label == field.LABEL_REQUIRED


class Messages:
    """Random messages of random types."""

    def __init__(self, rng, types):
        self.rng, self.types = rng, types

    def make(self, name, depth=0):
        message = self.types.make(name)()
        self.fill(message, depth)
        return message

    def fill(self, message, depth):
        rng, name = self.rng, message.DESCRIPTOR.full_name
        if name == "google.protobuf.Any":
            if rng.random() < 0.8:
                inner = self.make(rng.choice(self.types.messages + ["google.protobuf." + rng.choice(KNOWN_TYPES)]),
                                  depth + 2)
                message.type_url = "type.googleapis.com/" + inner.DESCRIPTOR.full_name
                message.value = inner.SerializePartialToString()
            return
        if name == "google.protobuf.Timestamp":
            message.seconds = rng.choice([0, 1, -1, 1700000000, -62135596800, 253402300799, rng.randint(-10**11, 10**11)])
            message.nanos = rng.choice([0, 0, 1, 500000000, 120000, 999999999, rng.randint(0, 999999999)])
            return
        if name == "google.protobuf.Duration":
            sign = rng.choice([1, -1])
            message.seconds = sign * rng.choice([0, 1, 60, 315576000000, rng.randint(0, 10**9)])
            message.nanos = sign * rng.choice([0, 0, 1, 500000000, 120000, 999999999, rng.randint(0, 999999999)])
            return
        if name == "google.protobuf.FieldMask":
            message.paths.extend(rng.choice(["a", "foo_bar", "a.b_c.d", "x1_y"]) for _ in range(rng.randint(0, 3)))
            return
        fields = list(message.DESCRIPTOR.fields)
        fields += self.types.pool.FindAllExtensions(message.DESCRIPTOR)
        for field in fields:
            chance = 1.0 if is_required(field) else 0.6 if depth < 2 else 0.15 if depth < 5 else 0
            if rng.random() >= chance:
                continue
            self.set(message, field, depth)

    def set(self, message, field, depth):
        rng = self.rng
        held = message.Extensions[field] if field.is_extension else getattr(message, field.name)
        if is_repeated(field):
            entry = field.message_type if field.message_type and field.message_type.GetOptions().map_entry else None
            for _ in range(rng.choice([0, 1, 2, 5])):
                if entry:
                    key = self.scalar(entry.fields_by_name["key"])
                    value = entry.fields_by_name["value"]
                    if value.message_type:
                        self.fill(held[key], depth + 1)
                    else:
                        held[key] = self.scalar(value)
                elif field.message_type:
                    self.fill(held.add(), depth + 1)
                else:
                    held.append(self.scalar(field))
        elif field.message_type:
            held.SetInParent()
            self.fill(held, depth + 1)
        elif field.is_extension:
            message.Extensions[field] = self.scalar(field)
        else:
            setattr(message, field.name, self.scalar(field))

    def scalar(self, field):
        rng, kind = self.rng, field.cpp_type
        if kind in (field.CPPTYPE_INT32, field.CPPTYPE_INT64):
            bits = 31 if kind == field.CPPTYPE_INT32 else 63
            return rng.choice([0, 1, -1, 2**bits - 1, -2**bits, rng.randint(-2**bits, 2**bits - 1), 300])
        if kind in (field.CPPTYPE_UINT32, field.CPPTYPE_UINT64):
            bits = 32 if kind == field.CPPTYPE_UINT32 else 64
            return rng.choice([0, 1, 2**bits - 1, rng.randint(0, 2**bits - 1), 128])
        if kind == field.CPPTYPE_BOOL:
            return rng.random() < 0.5
        if kind == field.CPPTYPE_FLOAT:
            return rng.choice([0.0, -0.0, 1.5, float("inf"), float("-inf"), float("nan"), 0.1, 1e-45, 16777217.0,
                               struct.unpack("f", struct.pack("I", rng.getrandbits(32)))[0],
                               struct.unpack("f", struct.pack("I", rng.getrandbits(23)))[0],
                               struct.unpack("f", struct.pack("I", rng.getrandbits(8) << 23))[0]])
        if kind == field.CPPTYPE_DOUBLE:
            return rng.choice([0.0, -0.0, 1.5, float("inf"), float("-inf"), float("nan"), 0.1, 1e300, 5e-324,
                               struct.unpack("d", struct.pack("Q", rng.getrandbits(64)))[0]])
        if kind == field.CPPTYPE_ENUM:
            numbers = [value.number for value in field.enum_type.values]
            try:
                message = rng.choice(numbers + [42, -7])
                return message if message in numbers or not is_closed(field) else numbers[0]
            except AttributeError:
                return numbers[0]
        if field.type == field.TYPE_BYTES:
            return bytes(rng.getrandbits(8) for _ in range(rng.choice([0, 1, 2, 3, 10])))
        return rng.choice(["", "a", "ü€😀", "quote\" \\ \n\t\x00\x1f\x7f", "<html>&", "key", "0", "\u2028"])


def is_closed(field):
    closed = getattr(field.enum_type, "is_closed", None)
    if closed is not None:
        return closed() if callable(closed) else closed
    return field.enum_type.file.syntax == "proto2"


def same(left, right):
    """Equal JSON; a boolean is no number."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float) and isinstance(right, float) and left != right:
        # Python writes at least six digits of a float; both texts must mean the same one.
        return max(abs(left), abs(right)) < 3e38 and struct.pack("f", left) == struct.pack("f", right)
    return left == right and isinstance(left, str) == isinstance(right, str)


def plain(message, types):
    """The content of a message, to be compared. Python's own comparison says that NaN differs from itself, and the bytes
    of an Any have their maps in any order."""
    fields = []
    if message.DESCRIPTOR.full_name == "google.protobuf.Any":
        try:
            inner = types.make(message.type_url.split("/")[-1])()
            inner.ParseFromString(message.value)
            return [message.type_url, plain(inner, types)]
        except Exception:
            pass
    for field, value in message.ListFields():
        if field.message_type and field.message_type.GetOptions().map_entry:
            of = field.message_type.fields_by_name["value"]
            fields.append((field.number, sorted((repr(key), single(of, value[key], types)) for key in value)))
        elif is_repeated(field):
            fields.append((field.number, [single(field, item, types) for item in value]))
        else:
            fields.append((field.number, single(field, value, types)))
    return fields


def single(field, value, types):
    return plain(value, types) if field.message_type else repr(value)


def content(message, types):
    # The size counts the unknown fields.
    return plain(message, types), message.ByteSize()


class Comparison:
    def __init__(self, probe, seed):
        self.rng = random.Random(seed)
        self.process = subprocess.Popen([probe], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.differences, self.counts = [], {}

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the probe ended with {self.process.wait()} at {question}")
        # Lone surrogates have to survive the way through this program.
        return json.loads(line)

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def differ(self, what, types, *details):
        self.count("DIFFERENT " + what)
        self.differences.append((what, types, details))

    def run(self, messages):
        number = 0
        while messages > 0:
            number += 1
            types = Types(self.rng, number)
            answer = self.ask(set=base64.b64encode(types.set).decode())
            if "error" in answer:
                self.differ("schema", types, answer)
                messages -= 1
                continue
            for _ in range(min(messages, 25)):
                messages -= 1
                name = self.rng.choice(types.messages)
                message = Messages(self.rng, types).make(name)
                self.compare(types, name[1:], message)
            for name in types.messages:
                self.template(types, name[1:])
        self.process.stdin.close()
        self.process.wait()

    def compare(self, types, name, message):
        data = message.SerializePartialToString()
        self.decode(types, name, data, "message")
        self.copy(types, name, data)
        try:
            text = json_format.MessageToJson(message, descriptor_pool=types.pool, indent=None)
        except Exception:
            text = None
        if text is not None:
            self.parse(types, name, text, "text")
            for _ in range(0 if IS_OLD else 2):
                self.parse(types, name, self.hostile_text(text), "hostile text")
        for _ in range(0 if IS_OLD else 3):
            self.decode(types, name, self.hostile(data), "hostile message")

    def decode(self, types, name, data, what):
        """Bytes to JSON."""
        try:
            message = types.make(name)()
            message.ParseFromString(data)
            theirs = json.loads(json_format.MessageToJson(message, descriptor_pool=types.pool))
        except Exception as error:
            theirs, fault = None, error
        ours = self.ask(type=name, bytes=base64.b64encode(data).decode())
        if theirs is None:
            if "error" not in ours:
                self.differ(what + ": only Python refuses", types, name, data.hex(), ours, fault)
            self.count(what + ", refused")
        elif "is not UTF-8" in ours.get("error", "") and '"b\'' in json.dumps(theirs):
            # str() of bytes, which Python has for such a string of proto2.
            self.count(what + ", stricter than Python")
        elif IS_OLD and "cannot contain NaN" in ours.get("error", ""):
            # Which newer versions refuse, too.
            self.count(what + ", stricter than Python")
        elif "begins no field" in ours.get("error", ""):
            # upb takes the field number 0 in messages of types without fields.
            self.count(what + ", stricter than Python")
        elif "error" in ours or not same(theirs, ours["json"]):
            self.differ(what, types, name, data.hex(), "theirs", theirs, "ours", ours)
        else:
            self.count(what)

    def copy(self, types, name, data):
        """Bytes, decoded and encoded."""
        ours = self.ask(type=name, bytes=base64.b64encode(data).decode(), copy=1)
        theirs = types.make(name)()
        theirs.ParseFromString(data)
        if "error" in ours:
            if theirs.IsInitialized():
                self.differ("copy", types, name, data.hex(), ours)
            return
        copied = types.make(name)()
        copied.ParseFromString(base64.b64decode(ours["bytes"]))
        if content(copied, types) != content(theirs, types):
            self.differ("copy", types, name, data.hex(), ours)
        self.count("copy")

    def parse(self, types, name, text, what):
        """JSON to bytes."""
        try:
            theirs = types.make(name)()
            json_format.Parse(text, theirs, descriptor_pool=types.pool)
            theirs.SerializeToString()
            expected = content(theirs, types)
        except Exception as error:
            expected, fault = None, error
        ours = self.ask(type=name, text=text)
        if expected is None:
            # Python has no answer to null for a repeated Value.
            if "error" not in ours and "AttributeError" not in str(fault):
                self.differ(what + ": only Python refuses", types, name, text, ours, fault)
            self.count(what + ", refused")
        elif re.search(r"-0(?![.\d])", text):
            # Python reads -0 as an integer, which has no sign.
            self.count(what + ", with a negative zero")
        elif "error" in ours:
            if what == "text" or not any(words in ours["error"] for words in STRICTER):
                self.differ(what + ": only we refuse", types, name, text, ours)
            self.count(what + ", stricter than Python")
        else:
            message = types.make(name)()
            message.ParseFromString(base64.b64decode(ours["bytes"]))
            if content(message, types) != expected:
                self.differ(what, types, name, text, "theirs", expected, "ours", content(message, types), ours)
            self.count(what)

    def template(self, types, name):
        text = json.dumps(self.ask(type=name, template=1)["json"])
        try:
            message = types.make(name)()
            json_format.Parse(text, message, descriptor_pool=types.pool)
            message.SerializeToString()
        except Exception as error:
            self.differ("template", types, name, text, error)
        self.count("template")

    def hostile(self, data):
        rng, data = self.rng, bytearray(data)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(data) + 1)
            kind = rng.random()
            if kind < 0.4 and data:
                data[place % len(data)] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.getrandbits(8)])
            elif kind < 0.6:
                del data[place:]
            elif kind < 0.8:
                data[place:place] = bytes(rng.getrandbits(8) for _ in range(rng.randint(1, 4)))
            else:
                data += data[place:place + rng.randint(0, 20)]
        return bytes(data)

    def hostile_text(self, text):
        rng = self.rng
        if rng.random() < 0.3:
            place = rng.randrange(len(text) + 1)
            kind = rng.random()
            if kind < 0.5:
                return text[:place] + rng.choice(['"', "{", "}", "[", ",", "0", "-", "null", "\\ud800", "e9"]) + text[place:]
            return text[:place] + text[place + rng.randint(1, 3):]
        value = json.loads(text)
        slots = []

        def walk(node):
            items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []
            for key, inner in list(items):
                slots.append((node, key))
                walk(inner)

        walk(value)
        if slots:
            node, key = rng.choice(slots)
            kind = rng.random()
            if kind < 0.15 and isinstance(node, dict):
                node[rng.choice(["nope", "@type", "[p1.ext_0]", "value", "Foo0", "1", "true", ""])] = node.pop(key)
            else:
                node[key] = rng.choice([None, True, False, 0, 1, -1, 1.5, 2147483648, -2147483649, 4294967296, 2**64, 1e20,
                                        1e39, -1e39, 1e300, "", "1", "-5", "1.0", "1.5", "1e3", "abc", "NaN", "Infinity",
                                        "-Infinity", "AAA", "AA==", "-_-_", "2020-01-01T00:00:00Z", "1s", "-1.5s", "E0_V0",
                                        "42", [], {}, [None], [1], {"a": 1}, "2020-02-30T00:00:00Z", "a_b", "fooBar,b.cD",
                                        "9999-12-31T23:59:59.999999999+00:00", "0001-01-01T00:00:00-01:00", "99999999999s"])
        return json.dumps(value)


def chunk(probe, messages, seed):
    """Compares in this process."""
    comparison = Comparison(probe, seed)
    comparison.run(messages)
    print(json.dumps(comparison.counts))
    for what, types, details in comparison.differences[:3]:
        print(f"--- {what} ({types.syntax}, seed {seed})")
        for detail in details:
            print("   ", str(detail)[:2000])
    sys.exit(1 if comparison.differences else 0)


def main():
    probe, messages, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if len(sys.argv) > 4:
        chunk(probe, messages, seed)
    # Some versions of upb crash now and then: in a process of its own, that is no end.
    counts, shown, crashes = {}, [], 0
    while messages > 0 and crashes < 20:
        count = min(messages, 250)
        done = subprocess.run([sys.executable, __file__, probe, str(count), str(seed), "chunk"], stdout=subprocess.PIPE)
        seed += 1
        lines = done.stdout.decode().splitlines()
        if done.returncode < 0:
            crashes += 1
            continue
        messages -= count
        shown += lines[1:] if lines else [f"ended with {done.returncode}"]
        for what, number in json.loads(lines[0] if lines else "{}").items():
            counts[what] = counts.get(what, 0) + number
    for what in sorted(counts):
        print(f"{counts[what]:8} {what}")
    if crashes:
        print(f"{crashes:8} crashes of Python")
    print("\n".join(shown[:60]))
    sys.exit(1 if shown or messages > 0 else 0)


main()
