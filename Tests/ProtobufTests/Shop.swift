import Basics

@testable import Protobuf

/// A small file for tests: a service, a recursive type, a map, a oneof, an enum and well-known types.
enum Shop {
  static let file: FileDescriptor = {
    var file = FileDescriptor()
    (file.name, file.package, file.syntax) = ("shop.proto", "shop", "proto3")
    file.dependencies = ["google/protobuf/timestamp.proto", "google/protobuf/any.proto"]
    var item = MessageDescriptor()
    item.name = "Item"
    item.oneofs = [OneofDescriptor(name: "price")]
    item.fields = [
      field("id", 1, 3), field("display_name", 2, 9), field("state", 3, 14, ".shop.State"),
      field("parts", 4, 11, ".shop.Item", isRepeated: true),
      field("cents", 5, 5, oneof: 0), field("free", 6, 8, oneof: 0),
      field("made", 7, 11, ".google.protobuf.Timestamp"), field("extra", 8, 11, ".google.protobuf.Any"),
      field("labels", 9, 11, ".shop.Item.LabelsEntry", isRepeated: true), field("weight", 10, 2),
      field("data", 11, 12), field("codes", 12, 5, isRepeated: true),
    ]
    var entry = MessageDescriptor()
    (entry.name, entry.fields) = ("LabelsEntry", [field("key", 1, 9), field("value", 2, 11, ".shop.Item")])
    entry.options.isMapEntry = true
    item.messages = [entry]
    file.messages = [item]
    file.enums = [EnumDescriptor(name: "State", values: [value("NEW", 0), value("SOLD", 1)])]
    file.services = [
      ServiceDescriptor(
        name: "Shelf",
        methods: [
          .init(name: "Get", input: ".shop.Item", output: ".shop.Item"),
          .init(name: "Watch", input: "Item", output: ".shop.Item", isServerStreaming: true),
        ])
    ]
    return file
  }()

  static func schema() throws -> ProtobufSchema { try ProtobufSchema([file]) }

  static func item(_ schema: ProtobufSchema) throws -> Int {
    guard let type = schema.message(named: "shop.Item") else { throw SchemaError.emptyEnum("shop.Item") }
    return type
  }

  /// - Parameter type: the number in `FieldDescriptorProto.Type`.
  static func field(
    _ name: String, _ number: Int, _ type: Int, _ typeName: String = "", isRepeated: Bool = false, oneof: Int? = nil
  ) -> FieldDescriptor {
    FieldDescriptor(
      name: name, number: number, label: isRepeated ? 3 : 1, type: type, typeName: typeName, oneof: oneof)
  }

  static func value(_ name: String, _ number: Int) -> EnumDescriptor.Value { .init(name: name, number: number) }

  static func bytes(_ hex: String) -> [UInt8] { Hexadecimal.bytes(hex.utf8.filter { $0 != 0x20 }) ?? [] }
}
