import Basics
import Protobuf

/// The services and types of a server of gRPC as lines of text or of JSON.
struct TypesText {
  private let schema: ProtobufSchema

  init(_ schema: ProtobufSchema) { self.schema = schema }

  /// All services, what one name stands for, or what a search finds.
  func lines(named name: String?, matching words: String?) throws(Failure) -> [SchemaText.Line] {
    if let words { return matches(of: words.lowercased()) }
    guard let name else { return schema.services.flatMap { lines(of: $0) } }
    if let service = schema.service(named: name) { return lines(of: service) }
    if let method = schema.method(path: name) {
      return [line(method)] + lines(of: method.input) + (method.output == method.input ? [] : lines(of: method.output))
    }
    if let type = schema.message(named: name) { return lines(of: type) }
    if let type = schema.enums.first(where: { $0.fullName == name }) { return lines(of: type) }
    let known =
      schema.services.map(\.fullName) + schema.services.flatMap(\.methods).map { String($0.path.dropFirst()) }
      + schema.messages.map(\.fullName) + schema.enums.map(\.fullName)
    let near = NearestWord.of(name, in: known).map { "; did you mean \($0)?" } ?? ""
    throw Failure(.unexpected, TerminalText.line("the server has no service, method or type \(name)\(near)"))
  }

  private func matches(of words: String) -> [SchemaText.Line] {
    func has(_ name: String) -> Bool { name.lowercased().contains(words) }
    var found = schema.services.flatMap(\.methods).filter { has($0.path) }.map { line($0) }
    for type in schema.messages where !type.isMapEntry && type.wellKnown == nil {
      if has(type.fullName) { found.append(line(ofMessage: type)) }
      found += type.fields.filter { has($0.name) }.map { line($0, of: type, indent: "\(type.fullName).") }
    }
    return found + schema.enums.filter { has($0.fullName) }.map { line(ofEnum: $0) }
  }

  private func lines(of service: ServiceType) -> [SchemaText.Line] {
    let members: [JSONValue.Member] = [
      .init("kind", .string("service")), .init("name", .string(service.fullName)), .init("file", .string(service.file)),
    ]
    return [line("service \(service.fullName)", members, service.isDeprecated)]
      + service.methods.map { line($0, indent: "  ") }
  }

  private func line(_ method: MethodType, indent: String = "") -> SchemaText.Line {
    let (takes, answers) = (schema.messages[method.input].fullName, schema.messages[method.output].fullName)
    let said = (method.isClientStreaming ? "stream " : "") + takes
    let told = (method.isServerStreaming ? "stream " : "") + answers
    let name = indent.isEmpty ? String(method.path.dropFirst()) : method.name
    return line(
      "\(indent)rpc \(name)(\(said)) returns (\(told))",
      [
        .init("kind", .string("method")), .init("name", .string(String(method.path.dropFirst()))),
        .init("methodType", .string(method.streaming.rawValue)), .init("takes", .string(takes)),
        .init("answers", .string(answers)),
      ], method.isDeprecated)
  }

  private func lines(of place: Int) -> [SchemaText.Line] {
    let type = schema.messages[place]
    return [line(ofMessage: type)] + type.fields.map { line($0, of: type, indent: "  ") }
  }

  private func line(ofMessage type: MessageType) -> SchemaText.Line {
    line(
      "message \(type.fullName)", [.init("kind", .string("message")), .init("name", .string(type.fullName))],
      type.isDeprecated)
  }

  private func line(_ field: MessageField, of type: MessageType, indent: String) -> SchemaText.Line {
    let words = schema.typeName(of: field)
    return line(
      "\(indent)\(field.name): \(words) = \(field.number)",
      [
        .init("kind", .string("field")), .init("owner", .string(type.fullName)), .init("name", .string(field.name)),
        .init("type", .string(words)), .init("number", .number("\(field.number)")),
      ], field.isDeprecated)
  }

  private func lines(of type: EnumType) -> [SchemaText.Line] {
    [line(ofEnum: type)]
      + type.values.map { value in
        line(
          "  \(value.name) = \(value.number)",
          [
            .init("kind", .string("value")), .init("owner", .string(type.fullName)), .init("name", .string(value.name)),
            .init("number", .number("\(value.number)")),
          ], value.isDeprecated)
      }
  }

  private func line(ofEnum type: EnumType) -> SchemaText.Line {
    line("enum \(type.fullName)", [.init("kind", .string("enum")), .init("name", .string(type.fullName))], false)
  }

  private func line(_ text: String, _ members: [JSONValue.Member], _ isDeprecated: Bool) -> SchemaText.Line {
    SchemaText.Line(
      text: TerminalText.line(text + (isDeprecated ? "  (deprecated)" : "")),
      json: JSONValue.object(members + [.init("deprecated", .bool(isDeprecated))]).text)
  }
}
