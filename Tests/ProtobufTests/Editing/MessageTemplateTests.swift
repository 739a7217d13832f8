import Basics
import Testing

@testable import Protobuf

@Suite struct MessageTemplateTests {
  @Test func `A template has every field once, and can be sent as it is`() throws {
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

  @Test func `A type within itself is absent, so that nothing required is missing in it`() throws {
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

  @Test func `Types that use each other in many ways have a template of bounded size`() throws {
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
}
