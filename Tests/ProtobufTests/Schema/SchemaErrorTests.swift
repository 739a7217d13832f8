import Testing

@testable import Protobuf

@Suite struct SchemaErrorTests {
  private func file(_ name: String, imports: [String] = [], _ change: (inout FileDescriptor) -> Void = { _ in })
    -> FileDescriptor
  {
    var file = FileDescriptor()
    (file.name, file.package, file.syntax, file.dependencies) = (name, "p", "proto3", imports)
    change(&file)
    return file
  }

  private func message(_ name: String, _ fields: [FieldDescriptor]) -> MessageDescriptor {
    var message = MessageDescriptor()
    (message.name, message.fields) = (name, fields)
    return message
  }

  private func error(_ files: FileDescriptor...) -> SchemaError? {
    do {
      _ = try ProtobufSchema(files)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Files that import each other are linked`() {
    #expect(error(file("a", imports: ["b"]), file("b", imports: ["a"])) == nil)
  }

  @Test func `A missing import is reported with the importing file, and a well-known one is built in`() {
    #expect(error(file("a", imports: ["gone.proto"])) == .missingImport("gone.proto", in: "a"))
    #expect(error(file("a", imports: ["google/protobuf/timestamp.proto"])) == nil)
  }

  @Test func `A package of thousands of parts is rejected in a short line`() {
    let long = Array(repeating: "p", count: 5_000).joined(separator: ".")
    let found = error(
      file("a.proto") {
        $0.package = long
        $0.messages = [message("M", [])]
      })
    #expect(found?.description.count ?? 1_000 < 200)
    guard case .invalidName = found else {
      Issue.record("\(found as Any)")
      return
    }
  }

  @Test func `Duplicates are rejected: files, names, fields, numbers, methods`() {
    #expect(error(file("a"), file("a") { $0.package = "q" }) == .duplicateFile("a"))
    let twice = file("a") { $0.messages = [message("M", [])] }
    var other = twice
    other.name = "b"
    #expect(error(twice, other) == .duplicateName("p.M", in: "b"))
    let fields = [Shop.field("a", 1, 5), Shop.field("b", 1, 5)]
    #expect(error(file("a") { $0.messages = [message("M", fields)] }) == .duplicateField("b", number: 1, in: "p.M"))
    let names = [Shop.field("a", 1, 5), Shop.field("a", 2, 5)]
    #expect(error(file("a") { $0.messages = [message("M", names)] }) == .duplicateField("a", number: 2, in: "p.M"))
  }

  @Test(arguments: [0, -1, 536_870_912, Int(Int32.max)])
  func `An invalid field number is rejected`(number: Int) {
    let field = Shop.field("a", number, 5)
    #expect(error(file("a") { $0.messages = [message("M", [field])] }) == .fieldNumber(number, of: "p.M.a"))
  }

  @Test func `A type that is unknown, of the wrong kind or of no kind is rejected`() {
    func one(_ field: FieldDescriptor) -> SchemaError? { error(file("a") { $0.messages = [message("M", [field])] }) }
    #expect(one(Shop.field("a", 1, 11, ".p.Gone")) == .unknownType(".p.Gone", of: "p.M.a"))
    #expect(one(Shop.field("a", 1, 14, ".p.M")) == .unknownType(".p.M", of: "p.M.a"))
    #expect(one(Shop.field("a", 1, 99)) == .unknownKind(99, of: "p.M.a"))
    #expect(one(Shop.field("a", 1, 5, oneof: 3)) == .unknownOneof(3, of: "p.M.a"))
    #expect(one(Shop.field("a b", 1, 5)) == .invalidName("a b", in: "p.M"))
    #expect(one(Shop.field("a", 1, 11, "M")) == nil)
  }

  @Test func `Future syntaxes and editions are rejected by name`() {
    #expect(error(file("a") { $0.syntax = "proto9" })?.description == "a is written in proto9, which is not supported")
    #expect(
      error(file("a") { ($0.syntax, $0.edition) = ("editions", 9999) }) == .unsupportedSyntax("edition 9999", in: "a"))
  }

  @Test func `Empty enums and maps with an invalid key type are rejected`() {
    #expect(error(file("a") { $0.enums = [EnumDescriptor(name: "E")] }) == .emptyEnum("p.E"))
    var entry = message("Entry", [Shop.field("key", 1, 1), Shop.field("value", 2, 5)])
    entry.options.isMapEntry = true
    #expect(error(file("a") { $0.messages = [entry] }) == .invalidMap("p.Entry"))
  }

  @Test func `Types nested beyond 100 levels and bytes that are not descriptors are rejected`() throws {
    var bytes: [UInt8] = []
    for _ in 0..<200 {
      var writer = WireWriter()
      writer.field(3, bytes)
      bytes = writer.bytes
    }
    var file = WireWriter()
    file.field(4, bytes)
    var set = WireWriter()
    set.field(1, file.bytes)
    #expect(throws: SchemaError.wire(.tooDeep(limit: 100))) { try ProtobufSchema(descriptorSet: set.bytes) }
    #expect(throws: SchemaError.wire(.lengthBeyondEnd(offset: 1, length: 127))) {
      try ProtobufSchema(descriptorSet: [0x0A, 0x7F])
    }
  }
}
