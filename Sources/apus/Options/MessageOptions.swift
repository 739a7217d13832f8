import ArgumentParser
import Sessions
import Workspaces

extension Assertion {
  /// Throws if the value of an option is no assertion, or has an invalid regular expression.
  static func validate(_ text: String, of option: String, examples: String) throws {
    guard let assertion = Assertion(words: text) else {
      throw ValidationError("\(option) takes a path, an operator and a value, such as \(examples).")
    }
    if let fault = assertion.patternFault { throw ValidationError("\(option): \(fault)") }
  }
}

/// The options for answers with many messages: conversations, server-sent events and JSON lines.
struct MessageOptions: ParsableArguments {
  @Flag(help: "Write each message on a line as it arrives; with --json as a JSON object.")
  var messages = false

  @Flag(
    help: "Write the joined text of a streamed answer, as from language models, instead of the messages.")
  var joined = false

  @Option(
    name: .customLong("message"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Send this saved message instead of those selected in the file; may be repeated.", valueName: "name"))
  var messageNames: [String] = []

  @Option(
    help: ArgumentHelp(
      "End successfully at the first message that meets this: 'message.data.state eq done'. Writes messages.",
      valueName: "assertion"))
  var until: String?

  @Option(help: ArgumentHelp("End successfully after this many messages. Writes messages.", valueName: "number"))
  var count: Int?

  @Flag(help: "WebSocket: read each line of standard input, and each -d, as hexadecimal bytes.")
  var hex = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Send the bytes of this file as a binary message; a gRPC call sends its JSON. May be repeated.",
      valueName: "file"),
    completion: .file())
  var messageFile: [String] = []

  @Flag(help: "gRPC: also write fields of answers with default values.")
  var emitDefaults = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count takes a number of messages, 1 or more.") }
    let examples = "'message.data.state eq done' or 'messages.count gte 3'"
    if let until { try Assertion.validate(until, of: "--until", examples: examples) }
  }

  /// True if messages are written instead of the body.
  var areShown: Bool { messages || joined || end != nil }

  /// The end condition; `nil` if the answer ends by itself.
  var end: ConversationEnd? {
    count == nil && until == nil ? nil : ConversationEnd(count: count, until: until.flatMap(Assertion.init(words:)))
  }
}
