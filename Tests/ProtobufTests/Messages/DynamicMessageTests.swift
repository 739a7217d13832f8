import Basics
import TestSupport
import Testing

@testable import Protobuf

@Suite struct DynamicMessageTests {
  private func json(_ hex: String) throws -> String {
    let schema = try Shop.schema()
    return try schema.readableJSON(schema.decode(Shop.bytes(hex), as: Shop.item(schema))).json.text
  }

  @Test func `Repeated numbers are read packed and unpacked and written packed`() throws {
    #expect(try json("62 03 01 02 03 60 04") == #"{"codes":[1,2,3,4]}"#)
    let schema = try Shop.schema()
    let message = try schema.decode(Shop.bytes("60 01 60 02"), as: try Shop.item(schema))
    #expect(try schema.encode(message) == Shop.bytes("62 02 01 02"))
  }

  @Test func `A repeated singular message is merged, and the last field of a oneof wins`() throws {
    #expect(try json("3a 02 08 05 3a 02 10 07") == #"{"made":"1970-01-01T00:00:05.000000007Z"}"#)
    #expect(try json("28 05 30 01") == #"{"free":true}"#)
    #expect(try json("30 01 28 00") == #"{"cents":0}"#)
  }

  @Test func `The last value of a repeated map key wins`() throws {
    #expect(try json("4a 07 0a 01 61 12 02 08 01 4a 07 0a 01 61 12 02 08 02") == #"{"labels":{"a":{"id":"2"}}}"#)
    #expect(try json("4a 00") == #"{"labels":{"":{}}}"#)
  }

  @Test func `Unknown fields and those of another wire type are kept unchanged`() throws {
    let schema = try Shop.schema()
    let bytes = Shop.bytes("08 01 a8 06 05 0a 01 61 ab 06 08 01 ac 06")
    let message = try schema.decode(bytes, as: try Shop.item(schema))
    #expect(message.unknownNumbers == [1, 101])
    #expect(try schema.encode(message) == bytes)
    let (json, notices) = schema.readableJSON(message)
    #expect(json.text == #"{"id":"1"}"#)
    #expect(notices.map(\.description) == ["the type has no field 1, 101"])
  }

  @Test(arguments: [
    ("08", WireError.truncated(offset: 1)),
    ("0a ff ff ff ff 0f 00", .lengthBeyondEnd(offset: 1, length: 4_294_967_295)),
    ("12 05 61", .lengthBeyondEnd(offset: 1, length: 5)), ("00 00", .invalidTag(offset: 0)),
    ("0f", .invalidTag(offset: 0)),
    ("0c", .unexpectedGroupEnd(offset: 0)), ("ab 06", .unterminatedGroup(number: 101)),
    ("12 01 ff", .invalidText(offset: 2)),
    ("08 ff ff ff ff ff ff ff ff ff ff 01", .numberTooLong(offset: 1)),
    ("fd ff ff ff ff 01 00", .numberTooLong(offset: 0)),
  ])
  func `Invalid bytes are rejected with their offset`(hex: String, error: WireError) throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    #expect(throws: error) { try schema.decode(Shop.bytes(hex), as: type) }
  }

  @Test func `Messages nest up to 100 levels, including groups and unknown fields`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    func nested(_ levels: Int) -> [UInt8] {
      (0..<levels).reduce(into: []) { bytes, _ in
        var writer = WireWriter()
        writer.field(4, bytes)
        bytes = writer.bytes
      }
    }
    #expect(throws: Never.self) { try schema.decode(nested(100), as: type) }
    #expect(throws: WireError.tooDeep(limit: 100)) { try schema.decode(nested(102), as: type) }
    let groups = [[UInt8]](repeating: Shop.bytes("ab06"), count: 100_000).flatMap(\.self)
    #expect(throws: WireError.tooDeep(limit: 100)) { try schema.decode(groups, as: type) }
  }

  @Test func `Few bytes that encode very many values are rejected`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    var writer = WireWriter()
    writer.field(12, [UInt8](repeating: 1, count: 1001))
    #expect(throws: WireError.tooManyValues(limit: 1000)) {
      try schema.decode(writer.bytes, as: type, mostValues: 1000)
    }
  }

  @Test func `Random bytes are rejected, or survive a round trip`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    var random = SeededGenerator(seed: 19)
    let start = try schema.encode(try schema.message(schema.template(of: type), as: type))
    for _ in 0..<3_000 {
      var bytes = start
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = .random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: place)
        }
      }
      guard let message = try? schema.decode(bytes, as: type) else { continue }
      _ = schema.readableJSON(message)
      let again = try schema.decode(try schema.encode(message), as: type)
      #expect(again == message || again.values.values.contains { $0 == .float(.nan) } || message[10] != nil)
    }
  }
}
