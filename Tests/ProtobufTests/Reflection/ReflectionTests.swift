import Basics
import Testing

@testable import Protobuf

@Suite struct ReflectionTests {
  private func file(_ name: String, imports: [String]) -> [UInt8] {
    var writer = WireWriter()
    writer.field(1, name.utf8)
    for name in imports { writer.field(3, name.utf8) }
    return writer.bytes
  }

  private func response(_ number: Int, _ inner: [UInt8]) throws -> ReflectionResponse {
    var writer = WireWriter()
    writer.field(number, inner)
    return try ReflectionResponse(parsing: writer.bytes)
  }

  private func files(_ files: [UInt8]...) throws -> ReflectionResponse {
    var writer = WireWriter()
    for file in files { writer.field(1, file) }
    return try response(4, writer.bytes)
  }

  @Test func `Requests have the bytes of the published messages`() {
    #expect(ReflectionRequest.listServices.bytes == Shop.bytes("3a 01 2a"))
    #expect(ReflectionRequest.fileByName("a").bytes == Shop.bytes("1a 01 61"))
    #expect(ReflectionRequest.fileContainingSymbol("a").bytes == Shop.bytes("22 01 61"))
  }

  @Test func `A session requests the services, their files and the imports, each once`() throws {
    var session = ReflectionSession()
    #expect(session.next() == .listServices)
    try session.take(try response(6, Shop.bytes("0a 05 0a 03 61 2e 41 0a 05 0a 03 61 2e 42")))
    #expect(session.services == ["a.A", "a.B"])
    #expect(session.next() == .fileContainingSymbol("a.A"))
    try session.take(
      try files(file("a.proto", imports: ["b.proto", "c.proto"]), file("c.proto", imports: ["b.proto"])))
    var asked: [ReflectionRequest] = []
    while let request = session.next() {
      asked.append(request)
      switch request {
      case .fileByName: try session.take(try files(file("b.proto", imports: [])))
      default: try session.take(try response(7, Shop.bytes("08 05 12 04 67 6f 6e 65")))
      }
    }
    #expect(asked == [.fileByName("b.proto"), .fileContainingSymbol("a.B")])
    #expect(session.failures.map(\.description) == ["a.B: gone"] && session.failures[0].code == 5)
    #expect(throws: Never.self) { try session.schema() }
    #expect(
      try FileDescriptorSet(parsing: session.descriptorSet).files.map(\.name) == ["a.proto", "c.proto", "b.proto"])
  }

  private func file(_ name: String, services: [String], imports: [String] = []) -> [UInt8] {
    var writer = WireWriter()
    writer.field(1, name.utf8)
    writer.field(2, "a".utf8)
    for name in imports { writer.field(3, name.utf8) }
    for name in services {
      var service = WireWriter()
      service.field(1, name.utf8)
      writer.field(6, service.bytes)
    }
    return writer.bytes
  }

  private func services(_ names: [String]) throws -> ReflectionResponse {
    var list = WireWriter()
    for name in names {
      var service = WireWriter()
      service.field(1, name.utf8)
      list.field(1, service.bytes)
    }
    return try response(6, list.bytes)
  }

  @Test func `A service whose file came with another one is not requested`() throws {
    var session = ReflectionSession()
    #expect(session.next() == .listServices)
    let names = (0..<200_000).map { "S\($0)" }
    try session.take(try services(names.map { "a.\($0)" }))
    #expect(session.next() == .fileContainingSymbol("a.S0"))
    try session.take(try files(file("a.proto", services: names)))
    #expect(session.next() == nil && session.services.count == 200_000)
    #expect(try session.schema().services.count == 200_000)
  }

  @Test func `A session that is cut off keeps the complete files and says how many are missing`() throws {
    var session = ReflectionSession()
    #expect(session.next() == .listServices)
    try session.take(try services(["a.A", "a.B", "a.C", "grpc.reflection.v1.ServerReflection"]))
    #expect(session.next() == .fileContainingSymbol("a.A"))
    try session.take(try files(file("a.proto", services: ["A"])))
    #expect(session.next() == .fileContainingSymbol("a.B"))
    let half = file("b.proto", services: ["B"], imports: ["c.proto"])
    try session.take(try files(half, file("c.proto", services: [], imports: ["late.proto"])))
    session.cutOff("in time")
    #expect(session.failures.map(\.description) == ["2 of its 3 services were not listed in time"])
    #expect(try session.schema().services.map(\.fullName) == ["a.A"])
    #expect(try FileDescriptorSet(parsing: session.descriptorSet).files.map(\.name) == ["a.proto"])
  }

  @Test func `Endless answers with another file terminate, and too many bytes are an error`() throws {
    var session = ReflectionSession(service: "a.A", mostBytes: 300)
    var count = 0
    while session.next() != nil {
      count += 1
      try session.take(try files(file("f\(count).proto", imports: ["f\(count + 1000).proto"])))
    }
    #expect(count < 20)
    #expect(session.failures.last?.message == "the descriptors are larger than Apus accepts")
  }

  @Test func `Status details are decoded with the built-in types, and unknown types are shown as bytes`() throws {
    let schema = ProtobufSchema.builtIn
    let any = try #require(schema.message(named: "google.protobuf.Any"))
    let detail = try schema.encode(
      json: Array(
        #"{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "EMPTY", "metadata": {"a": "b"}}"#.utf8),
      as: any)
    var writer = WireWriter()
    writer.field(1, 3)
    writer.field(2, "no stock".utf8)
    writer.field(3, detail)
    writer.field(3, Shop.bytes("0a 03 78 2f 79 12 01 61"))
    let status = try RPCStatus(parsing: writer.bytes)
    #expect(status.code == 3 && status.message == "no stock")
    #expect(
      status.details(schema).map(\.text) == [
        #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"EMPTY","metadata":{"a":"b"}}"#,
        #"{"@type":"x/y","value":"YQ=="}"#,
      ])
    #expect(RPCStatus(header: "CAMSAWE")?.message == "a" && RPCStatus(header: "!") == nil)
  }
}
