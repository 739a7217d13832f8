import Basics
import Testing

@testable import Protobuf

@Suite struct MessageTemplateTests {
  @Test func `A template has every field once and can be sent as it is`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    let template = schema.template(of: type)
    #expect(
      template.text == """
        {"id":"0","displayName":"","state":"NEW","parts":[],"cents":0,"made":"1970-01-01T00:00:00Z",\
        "extra":{"@type":"type.googleapis.com/google.protobuf.Empty"},"labels":{},"weight":0,"data":"","codes":[0]}
        """)
    #expect(schema.problems(ofJSON: template.compact, as: type).isEmpty)
  }

  @Test func `A recursive type is absent, so that no required field is missing in it`() throws {
    var file = FileDescriptor()
    (file.name, file.syntax) = ("circle.proto", "proto2")
    var message = MessageDescriptor()
    (message.name, message.fields) = ("M", [Shop.field("n", 1, 5), Shop.field("inner", 2, 11, ".M")])
    message.fields[0].label = 2
    file.messages = [message]
    let schema = try ProtobufSchema([file])
    let type = try #require(schema.message(named: "M"))
    #expect(schema.template(of: type).text == #"{"n":0,"inner":null}"#)
    #expect(schema.problems(ofJSON: schema.template(of: type).compact, as: type).isEmpty)
  }

  @Test func `Mutually recursive types have a template of bounded size`() throws {
    var file = FileDescriptor()
    (file.name, file.syntax) = ("wide.proto", "proto3")
    file.messages = (0..<12).map { level in
      var message = MessageDescriptor()
      message.name = "M\(level)"
      message.fields = (1...10).map {
        Shop.field("f\($0)", $0, level == 11 ? 5 : 11, level == 11 ? "" : ".M\(level + 1)")
      }
      return message
    }
    let schema = try ProtobufSchema([file])
    let template = schema.template(of: try #require(schema.message(named: "M0")))
    #expect(template.compact.count < 100_000)
    #expect(schema.problems(ofJSON: template.compact, as: try #require(schema.message(named: "M0"))).isEmpty)
  }

  @Test(arguments: [false, true])
  func `A chain of thousands of types is cut off, and the template can be sent`(isRepeated: Bool) throws {
    var file = FileDescriptor()
    (file.name, file.syntax) = ("chain.proto", "proto3")
    file.messages = (0..<1_900).map { place in
      var message = MessageDescriptor()
      (message.name, message.fields) = ("M\(place)", [Shop.field("n", 1, 5)])
      let next = ".M\(min(place + 1, 1_899))"
      message.fields.append(Shop.field("next", 2, 11, next, isRepeated: isRepeated))
      return message
    }
    let schema = try ProtobufSchema([file])
    let type = try #require(schema.message(named: "M0"))
    let text = schema.template(of: type).compact
    #expect((300..<1_000).contains(text.count))
    #expect(schema.problems(ofJSON: text, as: type).isEmpty)
    #expect(try !schema.encode(json: text, as: type).isEmpty)
    let start = Array(#"{"next": "#.utf8)
    let offered = schema.completion(in: start, at: start.count, as: type).candidates.map(\.text)
    #expect(offered.count == 1 && offered.allSatisfy { $0.utf8.count < 1_000 })
  }

  /// The number of the kind, the default in the file, and the value in the template.
  private static let defaults: [(kind: Int, said: String, written: String)] = [
    (5, "-7", "-7"), (5, "1, \"x\": \u{1B}[31m 2", "0"), (5, "4294967296", "0"), (13, "-7", "0"), (7, "0x7", "0"),
    (3, "-9223372036854775808", "\"-9223372036854775808\""), (3, "9e9", "\"0\""),
    (4, "18446744073709551615", "\"18446744073709551615\""), (4, "\u{1B}", "\"0\""),
    (1, "1.5", "1.5"), (1, "inf", "\"Infinity\""), (1, "-inf", "\"-Infinity\""), (1, "nan", "\"NaN\""),
    (1, "1e300", "1e+300"), (2, "1e300", "0"), (2, "-inf", "\"-Infinity\""), (2, "0, 1", "0"),
    (8, "true", "true"), (8, "1", "false"), (9, "a\"\u{1B}\n", #""a\"\u001b\n""#), (12, "\u{1B}", "\"\""),
    (14, "SOLD", "\"SOLD\""), (14, "\u{1B}", "\"NEW\""),
  ]

  @Test func `A default is written as a value of its field, and an invalid one is not written`() throws {
    for (kind, said, written) in Self.defaults {
      var file = FileDescriptor()
      (file.name, file.syntax) = ("default.proto", "proto2")
      var field = Shop.field("f", 1, kind, kind == 14 ? ".E" : "")
      field.defaultValue = said
      var message = MessageDescriptor()
      (message.name, message.fields) = ("M", [field])
      file.messages = [message]
      file.enums = [EnumDescriptor(name: "E", values: [Shop.value("NEW", 0), Shop.value("SOLD", 1)])]
      let schema = try ProtobufSchema([file])
      let type = try #require(schema.message(named: "M"))
      let template = schema.template(of: type)
      #expect(template.text == "{\"f\":\(written)}", "\(kind) \(said)")
      #expect(schema.problems(ofJSON: template.compact, as: type).isEmpty, "\(kind) \(said)")
    }
  }
}
