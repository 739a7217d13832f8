import Basics
import Protobuf

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Answers questions about protocol buffers, each a line of JSON on standard input and output, so that other
/// implementations can be compared:
///
///     {"set": Base64}                             the descriptors for the following lines
///     {"type": NAME, "bytes": Base64}             the message as JSON:  {"json": …}
///     {"type": NAME, "bytes": Base64, "copy": 1}  decoded and encoded:  {"bytes": Base64}
///     {"type": NAME, "text": JSON}                the text as a message: {"bytes": Base64}
///     {"type": NAME, "template": 1}               a template:           {"json": …}
///
/// or `{"error": WORDS}`.
@main struct ProtobufProbe {
  static func main() {
    var schema = ProtobufSchema.builtIn
    while let line = readLine() {
      print(answer(line, &schema).text)
      // The next question waits for it.
      fflush(nil)
    }
  }

  private static func answer(_ line: String, _ schema: inout ProtobufSchema) -> JSONValue {
    do {
      let question = try JSONValue(parsing: Array(line.utf8))
      if let set = question["set"]?.string {
        schema = try ProtobufSchema(descriptorSet: Base64.decode(set) ?? [])
        return ["ok": true]
      }
      let name = question["type"]?.string ?? ""
      guard let type = schema.message(named: name) else { return ["error": .string("no type \(name)")] }
      if question["template"] != nil { return ["json": schema.template(of: type)] }
      if let text = question["text"]?.string {
        return ["bytes": .string(Base64.encode(try schema.encode(json: Array(text.utf8), as: type)))]
      }
      let message = try schema.decode(Base64.decode(question["bytes"]?.string ?? "") ?? [], as: type)
      guard question["copy"] == nil else {
        return ["bytes": .string(Base64.encode(try schema.encode(message)))]
      }
      let (json, notices) = schema.readableJSON(message)
      let problems = notices.filter { if case .unknownNumbers = $0.reason { false } else { true } }
      return problems.first.map { ["error": .string("\($0)")] } ?? ["json": json]
    } catch {
      return ["error": .string("\(error)")]
    }
  }
}
