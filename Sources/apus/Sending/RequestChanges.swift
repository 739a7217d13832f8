import Basics
import Sessions
import Workspaces

/// The options that create or change a request, as parsed. They are groups of their own, because ArgumentParser checks a
/// group within a group again and again in debug builds.
struct RequestChanges: Sendable {
  var options: RequestOptions
  var body: BodyOptions
  var authentication: AuthenticationOptions

  /// Applies the command line to the request.
  func apply(to plan: inout SendPlan) throws(Failure) {
    try checkConversation(of: plan)
    if let url = options.url { plan.definition.url = TargetFinder.isURL(url) ? url : "http://\(url)" }
    let encoding: SettingOption? = options.encodeURL ? .encodeURL : options.noEncodeURL ? .noEncodeURL : nil
    encoding?.apply("", to: &plan.definition.settings)
    try applyParameters(to: &plan.definition)
    if plan.definition.kind.isConversation {
      try applyHeaders(to: &plan)
      try authentication.apply(to: &plan)
      return nameOutside(in: &plan, nil)
    }
    let content = try body.content()
    if let content { apply(content, to: &plan) }
    try applyHeaders(to: &plan)
    try authentication.apply(to: &plan)
    if let operation = options.operation { try choose(operation, in: &plan) }
    if let method = options.method {
      plan.definition.method = method
    } else if let content, plan.requestID == nil {
      plan.definition.method = content.isUpload ? "PUT" : "POST"
    }
    nameOutside(in: &plan, content?.body)
  }

  private func choose(_ operation: String, in plan: inout SendPlan) throws(Failure) {
    guard case .graphql = plan.definition.body else {
      throw Failure(.usage, "--operation needs a GraphQL request; this one has no query")
    }
    plan.definition.graphQL.operation = operation
  }

  /// Data that the user names on the command line needs no consent.
  private func nameOutside(in plan: inout SendPlan, _ body: BodyDefinition?) {
    guard plan.context.consent != nil else { return }
    let files = UserValueSource.files(of: body ?? .none, in: plan.context.folder)
    plan.context.consent?.named.formUnion(UserValueSource.variables(in: words).union(files))
  }

  /// The values that may contain variables.
  private var words: [String] {
    [options.url].compactMap(\.self) + options.parameters + options.headers + body.words + authentication.words
  }

  /// True if the command line changes nothing.
  var isEmpty: Bool {
    let others = [options.method, options.range, options.operation, authentication.auth].compactMap(\.self)
    return (words + options.noParam + others).isEmpty
      && !options.encodeURL && !options.noEncodeURL && !authentication.noAuth
  }

  private func applyParameters(to definition: inout RequestDefinition) throws(Failure) {
    let lack = "sets no parameter; write NAME=VALUE"
    for (name, value) in try WorkspaceChoice.assignments(in: options.parameters, of: lack) {
      definition.setParameter(name, value)
    }
    for name in options.noParam {
      definition.params.removeAll { $0.place == .query && $0.row.name == name }
      let pairs = QueryText.pairs(of: definition.url)
      definition.url = QueryText.url(definition.url, with: pairs.filter { $0.name != name })
    }
  }

  private func apply(_ content: BodyOptions.Content, to plan: inout SendPlan) {
    plan.definition.body = content.body
    plan.definition.variables += content.variables
    plan.changes.append(.extras(content.extras, standardInput: StandardInputStream.body))
    for row in content.headers where !plan.definition.headers.contains(where: { $0.isNamed(row.name) }) {
      plan.definition.headers.append(row)
    }
  }

  private func applyHeaders(to plan: inout SendPlan) throws(Failure) {
    var replaced: Set<String> = []
    for line in try options.headerLines() {
      // The first header with a name replaces the request's own; further ones are added.
      if replaced.insert(line.name.lowercased()).inserted {
        plan.definition.headers.removeAll { $0.isNamed(line.name) }
      }
      switch line.meaning {
      case .send(let header): plan.definition.headers.append(Row(header))
      case .remove: plan.changes.append(.suppress(line.name))
      }
    }
  }
}

extension Row {
  fileprivate func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}

extension RequestDefinition {
  /// Sets the path parameter `:name` if there is one, else the query parameters with that name.
  mutating func setParameter(_ name: String, _ value: String) {
    if QueryText.pathNames(of: url).contains(name)
      || params.contains(where: { $0.place == .path && $0.row.name == name })
    {
      params.removeAll { $0.place == .path && $0.row.name == name }
      params.append(Parameter(.path, Row(name, value)))
      return
    }
    var pairs = QueryText.pairs(of: url)
    let pair = QueryText.Pair(name, Self.component(value))
    if let first = pairs.firstIndex(where: { $0.name == name }) {
      pairs.removeAll { $0.name == name }
      pairs.insert(pair, at: min(first, pairs.count))
    } else {
      pairs.append(pair)
    }
    url = QueryText.url(url, with: pairs)
  }

  /// Encodes characters that would end the value; the rest depends on how the request encodes its URL.
  private static func component(_ value: String) -> String {
    let marks: [Character: String] = ["&": "%26", "#": "%23", "+": "%2B", "%": "%25", " ": "%20"]
    return value.map { marks[$0] ?? String($0) }.joined()
  }
}

/// Applies the request options to WebSockets and gRPC calls, which have messages instead of a method and a body.
extension RequestChanges {
  /// Rejects options that do not apply to them.
  func checkConversation(of plan: SendPlan) throws(Failure) {
    guard plan.definition.kind.isConversation else { return }
    let isCall = plan.definition.kind == .grpc
    if let method = options.method, isCall {
      throw Failure(.usage, TerminalText.line("a gRPC call uses POST, so it takes no -X \(method)"))
    }
    if let method = options.method, method.uppercased() != "GET" {
      throw Failure(.usage, TerminalText.line("a WebSocket opens with GET, so it takes no -X \(method)"))
    }
    let unused = [
      (body.dataBinary + body.dataUrlencode, "--data-binary and --data-urlencode"),
      (body.form + body.formString, "--form"), ([body.uploadFile].compactMap(\.self), "--upload-file"),
    ].first { !$0.0.isEmpty }
    let isFile = (body.data + [body.jsonBody].compactMap(\.self)).contains { $0.hasPrefix("@") }
    guard let words = unused?.1 ?? (isFile && !isCall ? "-d @FILE" : nil) else { return }
    throw Failure(
      .usage,
      isCall
        ? "a gRPC call has messages, so it takes no \(words); -d TEXT sends one"
        : "a WebSocket has no body, so it takes no \(words); -d TEXT sends a text, --message-file the bytes of a file")
  }

  private typealias SavedMessage = ConversationDefinition.Message

  /// `-d` and `--message-file`: adds messages after the named saved ones.
  /// - Parameters:
  ///   - files: the files of `--message-file` for a call; a WebSocket sends them once it is open.
  ///   - isHex: true if the texts are bytes in hexadecimal.
  func addMessages(
    to plan: inout SendPlan, files: [String], afterNamed: Bool, asHex isHex: Bool = false
  ) throws(Failure) {
    guard plan.definition.kind.isConversation else { return }
    var messages: [SavedMessage] = []
    for text in body.data + [body.jsonBody].compactMap(\.self) {
      guard text.hasPrefix("@") else {
        messages.append(try Self.message(text, isHex))
        continue
      }
      let file = String(text.dropFirst())
      messages += try Self.texts(in: try InputFile.bytes(of: file), of: file)
    }
    for text in body.dataRaw { messages.append(try Self.message(text, isHex)) }
    for file in files { messages += try Self.contents(file) }
    guard !messages.isEmpty else { return }
    if !afterNamed { plan.definition.conversation.selectNone() }
    plan.definition.conversation.messages += messages
  }

  private static func message(_ text: String, _ isHex: Bool) throws(Failure) -> SavedMessage {
    guard isHex else { return SavedMessage("-d", text, isSelected: true) }
    guard let bytes = OutgoingMessage.bytes(ofHex: text) else {
      let shown = TerminalText.line(text)
      throw Failure(.usage, "--hex: -d \(shown) is not pairs of hexadecimal digits, such as 3f 8a 00")
    }
    return SavedMessage("-d", kind: "binary", Base64.encode(bytes), isSelected: true)
  }

  /// The JSON texts of a file, each a message of a call.
  private static func texts(in bytes: [UInt8], of file: String) throws(Failure) -> [SavedMessage] {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(.file, TerminalText.line("-d @\(file): the file is not UTF-8; --message-file sends bytes"))
    }
    let texts = JSONTexts.of(bytes).map {
      SavedMessage("@\(file)", String(decoding: $0, as: UTF8.self), isSelected: true)
    }
    return texts.isEmpty ? [SavedMessage("@\(file)", "", isSelected: true)] : texts
  }

  /// The JSON texts of a file, or its bytes for other content.
  private static func contents(_ file: String) throws(Failure) -> [SavedMessage] {
    let bytes = try InputFile.bytes(of: file)
    let texts = JSONTexts.of(bytes)
    // Content that is not JSON is a message in encoded form.
    let isJSON = !texts.isEmpty && texts.allSatisfy { (try? JSONValue(parsing: $0)) != nil }
    guard isJSON else { return [SavedMessage(file, kind: "binary", Base64.encode(bytes), isSelected: true)] }
    return try self.texts(in: bytes, of: file)
  }
}
