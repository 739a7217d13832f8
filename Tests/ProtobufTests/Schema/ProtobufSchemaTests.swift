import Testing

@testable import Protobuf

@Suite struct ProtobufSchemaTests {
  @Test func `A method is found by its path, with its types and streaming sides`() throws {
    let schema = try Shop.schema()
    let watch = try #require(schema.method(path: "/shop.Shelf/Watch"))
    #expect(watch.streaming == .server && watch.streaming.rawValue == "server-streaming")
    #expect(schema.messages[watch.input].fullName == "shop.Item" && watch.path == "/shop.Shelf/Watch")
    #expect(schema.method(path: "shop.Shelf/Get")?.streaming == .unary)
    #expect(schema.method(path: "shop.Shelf.Get")?.name == "Get")
    #expect(schema.method(path: "/shop.Shelf/Gone") == nil && schema.method(path: "Get") == nil)
  }

  @Test func `The type of a field is written as in a file`() throws {
    let schema = try Shop.schema()
    let item = schema.messages[try Shop.item(schema)]
    let types = item.fields.map { schema.typeName(of: $0) }
    #expect(types[0] == "int64" && types[2] == "shop.State" && types[3] == "repeated shop.Item")
    #expect(types[8] == "map<string, shop.Item>" && types[6] == "google.protobuf.Timestamp")
  }

  @Test func `An identical file counts once, and a file with a built-in type replaces the built-in file`() throws {
    var file = FileDescriptor()
    (file.name, file.package, file.syntax) = ("my/status.proto", "google.rpc", "proto3")
    var status = MessageDescriptor()
    (status.name, status.fields) = ("Status", [Shop.field("code", 1, 5)])
    file.messages = [status]
    let schema = try ProtobufSchema([file])
    #expect(schema.messages[try #require(schema.message(named: "google.rpc.Status"))].fields.count == 1)
    var bytes = WireWriter()
    bytes.field(1, "a.proto".utf8)
    #expect(try ProtobufSchema(files: [bytes.bytes, bytes.bytes]).services.isEmpty)
  }

  @Test func `Presence, packing and openness follow the syntax, the edition and their options`() throws {
    func type(_ syntax: String, _ change: (inout FileDescriptor) -> Void = { _ in }) throws -> (
      MessageField, MessageField, EnumType
    ) {
      var file = FileDescriptor()
      (file.name, file.syntax) = ("a.proto", syntax)
      file.edition = syntax == "editions" ? 1000 : 0
      var message = MessageDescriptor()
      (message.name, message.fields) = ("M", [Shop.field("a", 1, 5), Shop.field("b", 2, 5, isRepeated: true)])
      file.messages = [message]
      file.enums = [EnumDescriptor(name: "E", values: [Shop.value("Z", 0)])]
      change(&file)
      let schema = try ProtobufSchema([file])
      let fields = schema.messages[try #require(schema.message(named: "M"))].fields
      return (fields[0], fields[1], try #require(schema.enums.first { $0.fullName == "E" }))
    }
    let proto2 = try type("proto2")
    #expect(proto2.0.hasPresence && !proto2.1.isPacked && proto2.2.isClosed)
    let proto3 = try type("proto3")
    #expect(!proto3.0.hasPresence && proto3.1.isPacked && !proto3.2.isClosed)
    let edition = try type("editions")
    #expect(edition.0.hasPresence && edition.1.isPacked && !edition.2.isClosed)
    let features = try type("editions") {
      $0.options.features = FeatureSet(hasExplicitPresence: false, isClosed: true, isPacked: false)
      $0.messages[0].fields[1].options.features.isPacked = true
    }
    #expect(!features.0.hasPresence && features.1.isPacked && features.2.isClosed)
  }
}
