import Basics
import Testing

@testable import Protobuf

@Suite struct MessageJSONTests {
  @Test(arguments: [
    (
      #"{"id": 9223372036854775807, "displayName": "ü", "state": "SOLD"}"#,
      #"{"id":"9223372036854775807","displayName":"ü","state":"SOLD"}"#
    ),
    (#"{"display_name": "a", "state": 7, "id": "-1"}"#, #"{"id":"-1","displayName":"a","state":7}"#),
    (
      #"{"data": "-_8", "weight": "NaN", "codes": [1.0, "2", 3e0]}"#, #"{"weight":"NaN","data":"+/8=","codes":[1,2,3]}"#
    ),
    (#"{"weight": 0.1, "made": "2026-01-31T12:00:00.5+01:00"}"#, #"{"made":"2026-01-31T11:00:00.500Z","weight":0.1}"#),
    (#"{"id": null, "parts": null, "free": false}"#, #"{"free":false}"#),
    (
      #"{"extra": {"value": "1.500s", "@type": "type.googleapis.com/google.protobuf.Duration"}}"#,
      #"{"extra":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}}"#
    ),
    (
      #"{"extra": {"@type": "x/shop.Item", "labels": {"k": {"id": 1}}}}"#,
      #"{"extra":{"@type":"x/shop.Item","labels":{"k":{"id":"1"}}}}"#
    ),
  ])
  func `A text becomes a message and the message a text`(text: String, expected: String) throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    let bytes = try schema.encode(json: Array(text.utf8), as: type)
    #expect(try schema.readableJSON(schema.decode(bytes, as: type)).json.text == expected)
  }

  @Test(arguments: [
    (#"{"nam": 1}"#, "nam: shop.Item has no field “nam”"),
    (#"{"displayNam": "a"}"#, "displayNam: shop.Item has no field “displayNam”; did you mean displayName?"),
    (#"{"id": "x"}"#, #"id: expected an integer, not "x""#),
    (#"{"codes": [1, 2147483648]}"#, "codes[1]: 2147483648 is out of the range of int32"),
    (#"{"parts": [{}, {"state": "SOLDD"}]}"#, "parts[1].state: shop.State has no value SOLDD; did you mean SOLD?"),
    (#"{"cents": 1, "free": true}"#, "free: only one field of price can be set, and cents is"),
    (#"{"id": 1, "id": 2}"#, "id: “id” appears twice"),
    (#"{"made": "yesterday"}"#, "made: “yesterday” is not a time such as 2026-01-31T12:00:00Z"),
    (#"{"data": "AA==AAAA"}"#, #"data: expected Base64, not "AA==AAAA""#),
    (#"{"codes": [null]}"#, "codes[0]: null cannot be an element"),
    (#"{"labels": {"a b": 5}}"#, #"labels["a b"]: expected an object, not 5"#),
    (#"{"extra": {"@type": "x/shop.Gone"}}"#, "extra: the type x/shop.Gone is not known here"),
    (#"{"displayName": "\ud800"}"#, "half of a surrogate pair at byte 17"),
    (#"{"id": 1"#, "not JSON at byte 8: expected a comma or }"),
  ])
  func `An error is reported in plain words with its path`(text: String, words: String) throws {
    let schema = try Shop.schema()
    let problems = schema.problems(ofJSON: Array(text.utf8), as: try Shop.item(schema))
    #expect(problems.map(\.description) == [words])
  }

  @Test func `All errors of a text are found, each with its location`() throws {
    let schema = try Shop.schema()
    let text = #"{"x": 1, "codes": ["a", 1, "b"], "parts": [{"state": "GONE"}], "id": 5}"#
    let problems = schema.problems(ofJSON: Array(text.utf8), as: try Shop.item(schema))
    #expect(problems.map(\.path.description) == ["x", "codes[0]", "codes[2]", "parts[0].state"])
  }

  @Test(arguments: [
    // Without presence, its only value is the default, which is not sent.
    (#"{"one":null}"#, "", "{}"), (#"{"chosen":null}"#, "20 00", #"{"chosen":null}"#),
    (#"{"many":[null,"NULL_VALUE",0]}"#, "12 03 00 00 00", #"{"many":[null,null,null]}"#),
    (#"{"named":{"a":null}}"#, "1a 05 0a 01 61 10 00", #"{"named":{"a":null}}"#),
  ])
  func `The value null is that of a NullValue field`(text: String, hex: String, shown: String) throws {
    var file = FileDescriptor()
    (file.name, file.package, file.syntax) = ("null.proto", "null", "proto3")
    file.dependencies = ["google/protobuf/struct.proto"]
    let null = ".google.protobuf.NullValue"
    var entry = MessageDescriptor()
    (entry.name, entry.fields) = ("NamedEntry", [Shop.field("key", 1, 9), Shop.field("value", 2, 14, null)])
    entry.options.isMapEntry = true
    var nulls = MessageDescriptor()
    (nulls.name, nulls.messages) = ("Nulls", [entry])
    nulls.oneofs = [OneofDescriptor(name: "choice")]
    nulls.fields = [
      Shop.field("one", 1, 14, null), Shop.field("many", 2, 14, null, isRepeated: true),
      Shop.field("named", 3, 11, ".null.Nulls.NamedEntry", isRepeated: true),
      Shop.field("chosen", 4, 14, null, oneof: 0),
    ]
    file.messages = [nulls]
    let schema = try ProtobufSchema([file])
    let type = try #require(schema.message(named: "null.Nulls"))
    let message = try schema.message(json: Array(text.utf8), as: type)
    let bytes = try schema.encode(message)
    #expect(bytes == Shop.bytes(hex))
    #expect(try schema.readableJSON(schema.decode(bytes, as: type)).json.text == shown)
  }

  @Test func `Fields without presence are written with their defaults on request`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    let message = try schema.message(json: Array(#"{"displayName": "a", "parts": [{"free": false}]}"#.utf8), as: type)
    let part =
      #""id":"0","displayName":"","state":"NEW","parts":[],"free":false,"labels":{},"weight":0,"data":"","codes":[]"#
    let whole =
      #"{"id":"0","displayName":"a","state":"NEW","parts":[{\#(part)}],"labels":{},"weight":0,"data":"","codes":[]}"#
    #expect(schema.readableJSON(message, emitsDefaults: true).json.text == whole)
    #expect(schema.readableJSON(message).json.text == #"{"displayName":"a","parts":[{"free":false}]}"#)
  }

  @Test func `Values that JSON cannot express are approximated and noted`() throws {
    let schema = try Shop.schema()
    let message = try schema.decode(
      Shop.bytes("3a 02 10 ff ff ff ff 0f".replacing("02 10", with: "06 10")), as: Shop.item(schema))
    let (json, notices) = schema.readableJSON(message)
    #expect(json.text == #"{"made":{"seconds":"0","nanos":-1}}"#)
    #expect(notices.map(\.path.description) == ["made"])
    let any = try schema.decode(Shop.bytes("42 08 0a 03 78 2f 79 12 01 61"), as: Shop.item(schema))
    #expect(schema.readableJSON(any).json.text == #"{"extra":{"@type":"x/y","value":"YQ=="}}"#)
  }

  @Test func `Excessively nested Any messages are rejected in time`() throws {
    let schema = try Shop.schema()
    let any = try #require(schema.message(named: "google.protobuf.Any"))
    var bytes: [UInt8] = []
    for _ in 0..<2_000 {
      var writer = WireWriter()
      writer.field(1, "/google.protobuf.Any".utf8)
      writer.field(2, bytes)
      bytes = writer.bytes
    }
    let message = try schema.decode(bytes, as: any)
    #expect(!schema.readableJSON(message).notices.isEmpty)
  }
}
