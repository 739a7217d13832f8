import Basics

/// The header lines given to libcurl, so that it sends exactly those of the request.
///
/// libcurl adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding` if responses are decompressed,
/// each only if the request has none. Everything else that it would add (`Accept`, `Expect`, `Content-Type`,
/// `User-Agent`) is switched off.
///
/// Some headers are set in another way: `User-Agent` and `Accept` at the start of a request, as a client's defaults put
/// them, because libcurl writes them before `Accept-Encoding`, as does the exported curl command; and `User-Agent` and
/// `Referer` with blank values, which a header line would lose.
struct HeaderLines {
  /// The properties of a body that affect the lines.
  enum BodyKind {
    case none, small, large, ofUnknownLength

    init(_ body: RequestBody) {
      if case .none = body {
        self = .none
      } else if let count = body.count {
        // From this size on libcurl sends `Expect: 100-continue`.
        self = count < 1_000_000 ? .small : .large
      } else {
        self = .ofUnknownLength
      }
    }
  }

  /// For `CURLOPT_USERAGENT` and `CURLOPT_REFERER`; `nil` if it is among the lines or not sent.
  private(set) var userAgent: String?
  private(set) var referer: String?
  private(set) var lines: [String] = []

  /// - Parameter awaitsChallenge: for a head sent without its body, which follows after a challenge is answered.
  init(for request: Request, awaitsChallenge: Bool = false) {
    var headers = request.headers
    if awaitsChallenge { Self.removeBody(from: &headers, of: request) }
    var fields = headers.fields[...]
    func isAlone(_ name: String) -> Bool { headers.fields.count { $0.name.equalsIgnoringCase(name) } == 1 }
    func take(_ name: String, where isTaken: (Header, Int) -> Bool) -> String? {
      guard let place = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }), isAlone(name),
        !fields[place].omitsBlank, isTaken(fields[place], place)
      else { return nil }
      return fields.remove(at: place).value
    }
    userAgent = take("User-Agent") { field, place in
      Self.isOnlyBlanks(field.value) || place == 0 && field.name == "User-Agent" && !field.value.isEmpty
    }
    referer = take("Referer") { field, _ in Self.isOnlyBlanks(field.value) }
    // Left to libcurl, which writes the same line in its own place.
    let acceptsAll = fields.first == Header("Accept", "*/*") && isAlone("Accept")
    if acceptsAll { fields.removeFirst() }
    if let type = Self.impliedType(request) { fields = fields.filter { $0 != type }[...] }
    lines = fields.map(Self.line)
    if let token = request.options.authentication?.sessionToken {
      lines.append("X-Amz-Security-Token: \(token)")
    }
    for name in Self.unwanted(request) where headers[name] == nil { lines.append("\(name):") }
  }

  /// Removes headers that describe the body; libcurl writes the type of a form with the form itself. A type set by hand
  /// for other data stays, as in curl.
  private static func removeBody(from headers: inout Headers, of request: Request) {
    headers.remove("Expect")
    if request.parts != nil { headers.remove("Content-Type") }
  }

  /// `Name:` would remove the header; `Name;` sends it empty.
  private static func line(_ field: Header) -> String {
    guard isBlank(field.value) else { return field.line }
    // libcurl preserves blanks only in this header.
    let keepsBlanks = field.name.equalsIgnoringCase("Host") && !(field.value.isEmpty && field.omitsBlank)
    return keepsBlanks ? field.line : "\(field.name);"
  }

  /// The type that libcurl adds by itself, if it would sign an explicit one.
  private static func impliedType(_ request: Request) -> Header? {
    let kind = BodyKind(request.body)
    guard request.isSigned, kind == .small || kind == .large else { return nil }
    return Header("Content-Type", "application/x-www-form-urlencoded")
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isBlank) }

  private static func isOnlyBlanks(_ text: String) -> Bool { !text.isEmpty && isBlank(text) }

  private static func unwanted(_ request: Request) -> [String] {
    var always = ["Accept", "Expect", "Content-Type"]
    switch BodyKind(request.body) {
    // The others are only added with a body.
    case .none: always = ["Accept"]
    // An older libcurl also signs headers it is told to omit, so only those that it would add are listed.
    case .small where request.isSigned: always = ["Accept", "Content-Type"]
    default: break
    }
    guard !request.suppressedHeaders.isEmpty else { return always }
    let asked = request.suppressedHeaders.sorted().filter { name in
      !always.contains { $0.equalsIgnoringCase(name) }
    }
    return always + asked
  }
}

extension Request {
  /// Whether libcurl signs it, including all its headers.
  var isSigned: Bool {
    if case .awsSignature = options.authentication?.scheme { true } else { false }
  }
}
