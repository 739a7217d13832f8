import Basics
import Testing
import Workspaces

@testable import Interchange

@Suite struct MadeUpValueTests {
  private func sample(_ schema: String) throws -> String {
    var samples = SchemaSample(JSONReferences(targets: [:]))
    let value = samples.value(of: try JSONValue(parsing: schema.utf8), for: .request).value
    return String(decoding: value.compact, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, "0"), (#"{"type": "integer", "minimum": 1}"#, "1"),
    (#"{"type": "integer", "minimum": -5}"#, "0"), (#"{"type": "integer", "maximum": -3}"#, "-3"),
    (#"{"type": "integer", "minimum": 1.5}"#, "2"), (#"{"type": "number", "minimum": 1.5}"#, "1.5"),
    (#"{"type": "integer", "minimum": 0, "exclusiveMinimum": true}"#, "1"),
    (#"{"type": "integer", "exclusiveMinimum": 17}"#, "18"), (#"{"type": "number", "exclusiveMaximum": 0}"#, "-1"),
    (#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, "0.5"),
    (#"{"type": "integer", "minimum": 11, "multipleOf": 5}"#, "15"),
    (#"{"type": "integer", "minimum": 1e300}"#, "0"),
  ])
  func `An invented number is within its limits`(schema: String, value: String) throws {
    #expect(try sample(schema) == value)
  }

  @Test(arguments: [
    (#"{"type": "string"}"#, ""), (#"{"type": "string", "minLength": 3}"#, "aaa"),
    (#"{"type": "string", "format": "ipv4"}"#, "192.0.2.1"),
    (#"{"type": "string", "format": "hostname"}"#, "example.com"),
    (#"{"type": "string", "format": "email", "minLength": 3}"#, "user@example.com"),
    (#"{"type": "string", "format": "time"}"#, "00:00:00Z"),
  ])
  func `An invented text has its format and its minimum length`(schema: String, text: String) throws {
    #expect(try sample(schema) == "\"\(text)\"")
  }

  @Test func `An invented list has its minimum number of items, within a limit`() throws {
    #expect(try sample(#"{"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 1}}"#) == "[1,1]")
    #expect(try sample(#"{"type": "array", "items": {"type": "integer"}}"#) == "[0]")
    let long = try sample(#"{"type": "array", "minItems": 1000000, "items": {"type": "string", "minLength": 1e9}}"#)
    #expect(long.utf8.count < 200_000)
  }
}
