import Basics
import Sessions
import Workspaces

/// What a request's options mean for a WebSocket or a call of gRPC, which have messages in place of a method and a body.
extension RequestChoice {
  /// Refuses what these have no use for.
  func checkConversation(of plan: SendPlan) throws(Failure) {
    guard plan.definition.kind.isConversation else { return }
    let isCall = plan.definition.kind == .grpc
    if let method, isCall {
      throw Failure(.usage, TerminalText.line("a call of gRPC is made with POST, so it takes no -X \(method)"))
    }
    if let method, method.uppercased() != "GET" {
      throw Failure(.usage, TerminalText.line("a WebSocket opens with GET, so it takes no -X \(method)"))
    }
    let unused = [
      (body.dataBinary + body.dataUrlencode, "--data-binary and --data-urlencode"),
      (body.form + body.formString, "--form"), ([body.uploadFile].compactMap(\.self), "--upload-file"),
    ].first { !$0.0.isEmpty }
    let isFile = (body.data + [body.jsonBody].compactMap(\.self)).contains { $0.hasPrefix("@") }
    guard let words = unused?.1 ?? (isFile ? "-d @FILE" : nil) else { return }
    throw Failure(
      .usage,
      isCall
        ? "a call of gRPC has messages, so it takes no \(words); -d TEXT says one"
        : "a WebSocket has no body, so it takes no \(words); -d TEXT says a text, --message-file the bytes of a file")
  }

  /// `-d`: says these texts, after the saved messages that were named.
  /// - Parameter isHex: whether they are bytes in hexadecimal.
  func say(in plan: inout SendPlan, afterNamed: Bool, asHex isHex: Bool = false) throws(Failure) {
    let texts = body.data + body.dataRaw + [body.jsonBody].compactMap(\.self)
    guard plan.definition.kind.isConversation, !texts.isEmpty else { return }
    if !afterNamed { plan.definition.conversation.selectNone() }
    for text in texts {
      guard isHex else {
        plan.definition.conversation.messages.append(.init("-d", text, isSelected: true))
        continue
      }
      guard let bytes = Utterance.bytes(ofHex: text) else {
        let shown = TerminalText.line(text)
        throw Failure(.usage, "--hex: -d \(shown) has no pairs of hexadecimal digits, such as 3f 8a 00")
      }
      plan.definition.conversation.messages.append(
        .init("-d", kind: "binary", Base64.encode(bytes), isSelected: true))
    }
  }
}
