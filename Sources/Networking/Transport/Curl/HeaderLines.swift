/// The header lines that libcurl is given, so that it sends what the request shows and nothing of its own.
///
/// libcurl adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding` where answers are decompressed,
/// each only where the request has none. Everything else that it would add (`Accept`, `Expect`, `Content-Type`,
/// `User-Agent`) is switched off.
///
/// Some are given in another way. `User-Agent` and `Accept` where they lead the request, as those of a client do: libcurl
/// writes them in front of `Accept-Encoding`, and so does the curl command that is exported for the request. `User-Agent`
/// and `Referer` of nothing but blanks, which are lost on a line.
struct HeaderLines {
  /// What of a body decides on the lines.
  enum BodyKind {
    case none, small, large, ofUnknownLength

    init(_ body: RequestBody) {
      if case .none = body {
        self = .none
      } else if let count = body.count {
        // From this size on libcurl asks before it sends a body.
        self = count < 1_000_000 ? .small : .large
      } else {
        self = .ofUnknownLength
      }
    }
  }

  /// For `CURLOPT_USERAGENT` and `CURLOPT_REFERER`; `nil` where it is among the lines or not sent.
  private(set) var userAgent: String?
  private(set) var referer: String?
  private(set) var lines: [String] = []

  /// - Parameter awaitsChallenge: for a head that goes out without its body, which comes once a challenge is answered.
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
    // Left to libcurl, which writes the very same line in its own place.
    let acceptsAll = fields.first == Header("Accept", "*/*") && isAlone("Accept")
    if acceptsAll { fields.removeFirst() }
    if let type = Self.impliedType(request) { fields = fields.filter { $0 != type }[...] }
    lines = fields.map(Self.line)
    if let token = request.options.authentication?.sessionToken {
      lines.append("X-Amz-Security-Token: \(token)")
    }
    for name in Self.unwanted(request) where headers[name] == nil { lines.append("\(name):") }
  }

  /// Without what speaks of the body; the type of a form libcurl writes with the form itself. A type that was written for
  /// other data stays, as curl has it.
  private static func removeBody(from headers: inout Headers, of request: Request) {
    headers.remove("Expect")
    if request.parts != nil { headers.remove("Content-Type") }
  }

  /// `Name:` would remove the header, `Name;` sends it empty.
  private static func line(_ field: Header) -> String {
    guard isBlank(field.value) else { return field.line }
    // Only of this one libcurl sends the blanks.
    let keepsBlanks = field.name.equalsIgnoringCase("Host") && !(field.value.isEmpty && field.omitsBlank)
    return keepsBlanks ? field.line : "\(field.name);"
  }

  /// The type that libcurl writes by itself, where it would sign one that it is given.
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
    // The others belong to a body.
    case .none: always = ["Accept"]
    // An older libcurl also signs headers that it is told to omit, so only those that it would add are named.
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
  /// Whether libcurl signs it, with all its headers.
  var isSigned: Bool {
    if case .awsSignature = options.authentication?.scheme { true } else { false }
  }
}
