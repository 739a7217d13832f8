import Testing

@testable import Protobuf

@Suite struct BuiltInTypesTests {
  @Test func `The built-in types link, and the well-known ones are recognized`() throws {
    let schema = try SchemaBuilder.link([])
    for name in ["Any", "Duration", "Timestamp", "FieldMask", "Struct", "Value", "ListValue", "BoolValue"] {
      let type = try #require(schema.message(named: "google.protobuf.\(name)"))
      #expect(schema.messages[type].wellKnown != nil, "\(name)")
    }
    #expect(schema.message(named: "google.rpc.QuotaFailure.Violation") != nil)
    #expect(schema.message(named: "google.protobuf.Empty") != nil)
  }
}
