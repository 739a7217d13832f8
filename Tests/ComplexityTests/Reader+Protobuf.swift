import Basics

@testable import Protobuf

extension Reader {
  private static func field(_ name: String, _ number: Int, _ type: Int, _ typeName: String = "") -> FieldDescriptor {
    FieldDescriptor(name: name, number: number, type: type, typeName: typeName)
  }

  private static func file(_ messages: [MessageDescriptor]) -> FileDescriptor {
    var file = FileDescriptor()
    (file.name, file.syntax, file.messages) = ("a.proto", "proto3", messages)
    return file
  }

  private static func message(_ name: String, _ fields: [FieldDescriptor]) -> MessageDescriptor {
    var message = MessageDescriptor()
    (message.name, message.fields) = (name, fields)
    return message
  }

  /// A message `M` with a repeated message, a map and a oneof of many fields.
  private static let schema: ProtobufSchema? = {
    var entry = message("E", [field("key", 1, 9), field("value", 2, 5)])
    entry.options.isMapEntry = true
    var type = message("M", [field("m", 1, 11, ".M"), field("e", 2, 11, ".M.E"), field("n", 3, 5)])
    (type.fields[0].label, type.fields[1].label, type.messages) = (3, 3, [entry])
    type.oneofs = [OneofDescriptor(name: "o")]
    for number in 10..<1_000 {
      type.fields.append(field("f\(number)", number, 5))
      type.fields[type.fields.count - 1].oneof = 0
    }
    // These descriptors link.
    return try? ProtobufSchema([file([type])])
  }()

  private static func decoding(_ name: String, _ bytes: @escaping @Sendable (Int) -> [UInt8]) -> Reader {
    Reader("Protobuf: \(name)", bytes) { bytes in
      guard let schema, let type = schema.message(named: "M") else { return }
      // Measured whether it is rejected or not.
      _ = (try? schema.decode(bytes, as: type)).map { schema.readableJSON($0) }
    }
  }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes } }

  static let protobuf: [Reader] = [
    Reader("Protobuf: linking many types that refer to each other", upTo: 1 << 14) { count in
      (0..<count).map { number in
        message("M\(number)", [field("a", 1, 11, ".M\((number + 1) % count)"), field("b", 2, 11, "M\(number / 2)")])
      }
    } read: { messages in
      // Measured whether it is rejected or not.
      _ = try? ProtobufSchema([file(messages)])
    },
    Reader("Protobuf: linking a type of many fields", upTo: 1 << 14) { count in
      (1...max(1, count)).map { field("f\($0)", $0, 5) }
    } read: { fields in
      // Measured whether it is rejected or not.
      _ = try? ProtobufSchema([file([message("M", fields)])])
    },
    decoding("many messages within one") { repeated([0x0A, 0x02, 0x18, 0x01], $0) },
    decoding("fields of a oneof in turn") { repeated([0x50, 0x01, 0x58, 0x01, 0xA0, 0x1F, 0x01], $0) },
    decoding("one message merged many times, and unknown fields") { repeated([0x18, 0x01, 0xC8, 0x7D, 0x01], $0) },
    decoding("a map of one key") { repeated([0x12, 0x02, 0x10, 0x01], $0) },
    decoding("groups within groups, unknown") { repeated([0xCB, 0x7D], $0) },
    .text("Protobuf: names that the type does not have", upTo: 1 << 14) {
      "{\(copies($0) { #""x\#($0)": 1,"# })\"z\": 1}"
    } read: { text in
      guard let schema, let type = schema.message(named: "M") else { return }
      _ = schema.problems(ofJSON: text, as: type)
    },
    .text("Protobuf: completing at the end of a long text", upTo: 1 << 16) {
      "{\"m\": [\(copies($0) { #"{"n": \#($0)},"# }){\"f1"
    } read: { text in
      guard let schema, let type = schema.message(named: "M") else { return }
      _ = schema.completion(in: text, at: text.count, as: type)
    },
  ]
}
