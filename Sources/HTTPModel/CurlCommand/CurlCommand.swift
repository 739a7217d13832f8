import Basics
import HTTPTypes

/// A curl command line for a request: the shortest faithful one, one option per line.
///
/// The arguments are independent of the shell, so that one command can be written for any shell.
package struct CurlCommand: Hashable, Sendable {
  /// The faithfulness of the command.
  package enum Style: String, CaseIterable, Sendable {
    /// A command as a person would type it: curl's own user agent, no compression, no redirects.
    case short
    /// Sends the same bytes. Headers that curl would add are removed if the request does not have them, and left to
    /// curl otherwise.
    case exact
  }

  /// One line of the command: an option with its value, if any, or the URL.
  package struct Term: Hashable, Sendable {
    package var option: String?
    package var value: String?

    package init(_ option: String?, _ value: String? = nil) {
      self.option = option
      self.value = value
    }
  }

  /// Data for curl's standard input that a shell cannot pass as an argument.
  package enum Input: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case file(String)
  }

  package private(set) var terms: [Term] = []
  /// In order; empty if the command reads nothing.
  package private(set) var input: [Input] = []
  /// Notices about parts that curl cannot do in the same way, one sentence each.
  package private(set) var notices: [String] = []
  /// Notices about redirects that curl treats differently, one sentence each; the first request is the same.
  package private(set) var redirectNotices: [String] = []
  let variables: [String: String]

  /// The command for a finished request. `redaction` determines which values are masked as `••••`; `.none` masks
  /// nothing.
  package init(_ request: Request, redaction: Redaction = .standard) {
    self.init(request, style: .exact, redaction: redaction, variables: [:])
  }

  /// - Parameters:
  ///   - variables: texts of the request that a shell variable replaces, with the variable's name by text.
  ///   - extraTerms: options that a request cannot express, placed before its own.
  package init(
    _ request: Request, style: Style = .exact, redaction: Redaction = .standard, variables: [String: String] = [:],
    extraTerms: [Term] = []
  ) {
    self.variables = variables
    let mask = CurlMask(redaction: redaction, variables: Array(variables.keys))
    let body = CurlBody(request, style: style, mask: mask)
    terms.append(Term(nil, mask.url(request.url)))
    terms += Self.methodTerms(request, implied: body.impliedMethod, style: style)
    terms += Self.authenticationTerms(request.options.authentication, style: style, mask: mask)
    terms += extraTerms
    terms += Self.headerTerms(request, body: body, style: style, mask: mask)
    terms += body.terms
    terms += Self.urlTerms(request.url)
    terms += Self.transferTerms(request, body: body, style: style, mask: mask)
    // A variable may occur anywhere, such as in a method, a header name or a path.
    terms = terms.map { Term($0.option, $0.value.map(mask.text)) }
    input = body.input
    notices = body.notices + Self.shown(request).notices + Self.signatureNotices(request)
    if request.isToBeCompressed { notices.append("curl cannot compress a body, and sends it as it is") }
    guard style == .exact else { return }
    redirectNotices =
      CurlRedirects(request, body: body).notices + Self.certificateNotices(request) + Self.proxyNotices(request)
  }

  /// The command for one hop as sent. Headers that curl adds identically are omitted.
  package init(_ hop: Hop, options: TransferOptions = TransferOptions(), redaction: Redaction = .standard) {
    let sent = hop.request
    var headers = sent.headers
    let body: Request.Body = sent.body.map { .bytes($0.allBytes) } ?? .none
    let parts = URLParts(sent.url)
    let host = (parts.host ?? "") + (parts.port == parts.defaultPort ? "" : parts.portText.map { ":" + $0 } ?? "")
    if headers["Host"]?.equalsIgnoringCase(host) == true { headers.remove("Host") }
    if body != .none, headers["Content-Length"] == body.count.map(String.init) { headers.remove("Content-Length") }
    var carried = options
    carried.decompresses = options.decompresses == false ? false : headers["Accept-Encoding"] != nil
    let request = Request(
      method: .init(rawValue: sent.method) ?? .get, url: sent.url, headers: headers, suppressedHeaders: [], body: body,
      options: carried, parts: nil, modifiers: RequestModifiers())
    self.init(request, redaction: redaction)
  }

  /// A copy with other options, for a program that takes most of curl's.
  package func with(_ terms: [Term]) -> CurlCommand {
    var copy = self
    copy.terms = terms
    return copy
  }

  /// The options as arguments, the URL first.
  package var options: [[String]] {
    terms.map { [$0.option, $0.value].compactMap(\.self) }
  }

  /// The command for a POSIX shell.
  package var text: String { text(for: .sh) }
}

extension Request {
  /// The command line of curl that sends the same bytes, for a POSIX shell, with one option per line.
  /// - Parameter showingSecrets: `false` masks credentials as `••••`.
  public func curlCommand(showingSecrets: Bool = false) -> String {
    CurlCommand(self, redaction: showingSecrets ? .none : .standard).text
  }
}

extension Exchange {
  /// The command line of curl for the last request as it was sent, with the client's headers; `nil` if nothing was sent.
  /// - Parameters:
  ///   - options: those of the request and the client, such as a proxy.
  ///   - showingSecrets: `false` masks credentials as `••••`.
  public func curlCommand(options: TransferOptions = TransferOptions(), showingSecrets: Bool = false) -> String? {
    hops.last.map { CurlCommand($0, options: options, redaction: showingSecrets ? .none : .standard).text }
  }
}

extension CurlCommand {
  /// The command as typed, without a final line end.
  package func text(for shell: Shell) -> String { text(for: shell, of: "curl") }

  /// The text for another program that takes these options.
  package func text(for shell: Shell, of command: String) -> String {
    let lines = terms.map { term in
      [term.option.map { shell.word([.literal($0)]) }, term.value.map { shell.word(segments($0)) }]
        .compactMap { $0 }.joined(separator: " ")
    }
    let line = ([command + " " + (lines.first ?? "")] + lines.dropFirst()).joined(separator: shell.continuation)
    guard !input.isEmpty, shell.isPOSIX else { return line }
    return feed(for: shell) + " |\n" + line
  }

  /// Limitations of the command in that shell, one sentence each.
  package func limits(of shell: Shell) -> [String] {
    var limits = notices
    if !shell.isPOSIX, !input.isEmpty {
      limits.append("\(shell.rawValue) cannot pipe these bytes: save the body to a file and pipe it to standard input")
    }
    if shell == .cmd, terms.contains(where: { $0.value?.unicodeScalars.contains(where: Shell.isDroppedByCmd) ?? false })
    {
      limits.append("cmd accepts no carriage returns or other control characters in a command; they are left out")
    }
    if shell == .cmd, case let count = text(for: .cmd).utf16.count, count > Self.longestPrompt {
      limits.append("cmd limits a command to \(Self.longestPrompt) characters, and this one has \(count)")
    }
    return limits + redirectNotices
  }

  /// The limit of the Windows command prompt, in UTF-16 code units.
  private static let longestPrompt = 8_191

  /// The left side of the pipe into curl's standard input.
  private func feed(for shell: Shell) -> String {
    let commands = input.map { piece in
      switch piece {
      case .text(let text): "printf %s \(shell.word(segments(text)))"
      case .bytes(let bytes): "printf \(Shell.printfFormat(bytes))"
      case .file(let path): "cat \(shell.word(segments(path)))"
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  /// The text split at shell variables.
  private func segments(_ text: String) -> [Shell.Segment] {
    guard !variables.isEmpty else { return [.literal(text)] }
    var segments: [Shell.Segment] = []
    var rest = Substring(text)
    while let (range, name) = firstVariable(in: rest) {
      if range.lowerBound > rest.startIndex { segments.append(.literal(String(rest[..<range.lowerBound]))) }
      segments.append(.variable(name))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty || segments.isEmpty { segments.append(.literal(String(rest))) }
    return segments
  }

  private func firstVariable(in text: Substring) -> (Range<Substring.Index>, String)? {
    variables.compactMap { token, name in text.utf8.range(ofBytes: token).map { ($0, name) } }
      .min { $0.0.lowerBound < $1.0.lowerBound }
  }
}

/// Applies a redaction to the parts of a command. Variable names stay, because they reveal nothing.
struct CurlMask {
  let redaction: Redaction
  let variables: [String]

  func text(_ text: String) -> String { redaction.masked(text: text) }

  /// Masks a value that is entirely secret.
  func secret(_ value: String) -> String {
    redaction.isNone || value.isEmpty || variables.contains(value) ? value : redaction.mask
  }

  func header(_ field: Header) -> String {
    let shown = redaction.masked(field).value
    guard shown != field.value, !variables.isEmpty else { return shown }
    let value = String(field.value.split(separator: " ", maxSplits: 1).last ?? "")
    return variables.contains(value) ? redaction.masked(text: field.value) : shown
  }

  /// `name:password` with the password masked.
  func credentials(_ pair: String) -> String {
    redaction.isNone ? pair : masked(pair, at: Redaction.password(in: pair).map { [$0] } ?? [])
  }

  /// Masks these ranges and the secrets in the text. Empty texts and variable names stay: they reveal nothing.
  private func masked(_ text: String, at ranges: [Range<Int>]) -> String {
    let bytes = Array(text.utf8)
    let secret = ranges.filter { range in
      !range.isEmpty && !variables.contains { $0.utf8.elementsEqual(bytes[range]) }
    }
    return redaction.masked(text, at: secret)
  }

  func url(_ url: String) -> String {
    redaction.isNone ? url : masked(url, at: redaction.credentials(inURL: url))
  }

  /// `a=1&b=2` with values of secret names masked.
  func form(_ text: String) -> String { masked(text, at: redaction.formValues(in: text)) }

  /// Masks a binary body.
  func bytes(_ bytes: [UInt8], type: String) -> [UInt8] { redaction.masked(bytes: bytes, type: type) }

  /// Masks a text body: forms and JSON by their names, any other text by the secrets in it.
  func body(_ text: String) -> String {
    guard !redaction.isNone else { return text }
    let isForm =
      text.utf8.contains(UInt8(ascii: "="))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"{}<>\"".utf8.contains($0) }
    if isForm { return form(text) }
    return redaction.masked(json: text, keepingValuesWith: variables)
  }

  /// Masks the value of a form part.
  func part(named name: String, _ value: String) -> String {
    redaction.isSecret(parameter: name) ? secret(value) : text(value)
  }
}
