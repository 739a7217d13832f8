import Terminal
import Workspaces

@testable import Explorer
@testable import Protobuf

/// A call to a small shop's server, and the server's types.
enum CallSamples {
  static let path = "/w/demo/calls/get.yml"

  static func definition(_ message: String = #"{"id": 1}"#) -> RequestDefinition {
    var made = RequestDefinition(kind: .grpc, name: "Get", method: "/shop.Shelf/Get", url: "grpc://h:1")
    made.conversation.messages = [.init("message 1", message, isSelected: true)]
    return made
  }

  static func types() throws -> TypesReference {
    var file = FileDescriptor()
    (file.name, file.package, file.syntax) = ("shop.proto", "shop", "proto3")
    file.messages = [
      message("Key", [field("id", 1, 5)]),
      message(
        "Item", [field("display_name", 1, 9), field("state", 2, 14, ".shop.State"), field("key", 3, 11, ".shop.Key")]),
    ]
    let values: [EnumDescriptor.Value] = [.init(name: "NEW", number: 0), .init(name: "SOLD", number: 1)]
    file.enums = [EnumDescriptor(name: "State", values: values)]
    file.services = [
      ServiceDescriptor(
        name: "Shelf",
        methods: [
          .init(name: "Get", input: ".shop.Key", output: ".shop.Item"),
          .init(name: "Put", input: ".shop.Item", output: ".shop.Key"),
          .init(
            name: "Talk", input: ".shop.Item", output: ".shop.Item", isClientStreaming: true, isServerStreaming: true),
        ])
    ]
    return TypesReference(try ProtobufSchema([file]), origin: "Kept: reflection of grpc://h:1")
  }

  private static func message(_ name: String, _ fields: [FieldDescriptor]) -> MessageDescriptor {
    var message = MessageDescriptor()
    (message.name, message.fields) = (name, fields)
    return message
  }

  private static func field(_ name: String, _ number: Int, _ type: Int, _ typeName: String = "") -> FieldDescriptor {
    FieldDescriptor(name: name, number: number, label: 1, type: type, typeName: typeName, oneof: nil)
  }

  static func opened(
    _ definition: RequestDefinition = definition(), columns: Int = 120, rows: Int = 40, knowsTypes: Bool = true
  ) throws -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.state.program.sendableKinds.insert("grpc")
    journey.open(definition, path: path)
    journey.state.focus = .request
    journey.apply(.request(.tabChosen(.messages)))
    if knowsTypes { journey.apply(.services(.arrived(.file(path), .known(try types())))) }
    return journey
  }
}
