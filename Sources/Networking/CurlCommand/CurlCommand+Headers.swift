import Basics

extension CurlCommand {
  /// Headers in order. Headers that curl would add but the request does not send are removed (`-H 'Name:'`); those that
  /// curl adds identically are left to it.
  static func headerTerms(_ request: Request, body: CurlBody, style: Style, mask: CurlMask) -> [Term] {
    let fields = request.headers.fields
    func count(_ name: String) -> Int { fields.count { $0.name.equalsIgnoringCase(name) } }
    var terms: [Term] = []
    var rest = fields[...]
    // curl writes these two before all others, in this order.
    if let first = rest.first, first.name == "User-Agent", !first.omitsBlank, !isBlank(first.value),
      count("User-Agent") == 1
    {
      terms.append(Term("-A", mask.text(first.value)))
      rest.removeFirst()
    }
    if rest.first == Header("Accept", "*/*"), count("Accept") == 1 { rest.removeFirst() }
    for written in rest {
      guard let field = body.remaining(written) else { continue }
      if count("Authorization") == 1, let pair = credentials(field) {
        terms.append(Term("-u", mask.credentials(pair)))
      } else if isBlank(field.value) {
        terms.append(Term("-H", "\(field.name);"))
      } else {
        terms.append(Term("-H", Header(field.name, mask.header(field), omitsBlank: field.omitsBlank).line))
      }
    }
    var unwanted = style == .exact ? ["Accept", "User-Agent"].filter { count($0) == 0 } : []
    // The type that curl infers would change the meaning of the body.
    if body.impliesType, count("Content-Type") == 0 { unwanted.append("Content-Type") }
    if style == .exact, body.impliesExpect, count("Expect") == 0 { unwanted.append("Expect") }
    if body.isEmptyPost, count("Content-Length") == 0 { unwanted.append("Content-Length") }
    let removable = ["Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding"]
    unwanted += (style == .exact ? removable : ["Accept", "User-Agent"] + removable).filter { name in
      count(name) == 0 && !unwanted.contains(name) && request.suppressedHeaders.contains { $0.equalsIgnoringCase(name) }
    }
    return terms + unwanted.map { Term("-H", "\($0):") }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isBlank) }

  /// `name:password` of a Basic header that curl's `-u` reproduces byte for byte.
  private static func credentials(_ field: Header) -> String? {
    guard field.name == "Authorization", !field.omitsBlank, field.value.utf8.starts(with: "Basic ".utf8) else {
      return nil
    }
    let encoded = String(decoding: field.value.utf8.dropFirst(6), as: UTF8.self)
    guard let bytes = Base64.decode(encoded), Base64.encode(bytes) == encoded,
      let text = String(validating: bytes, as: UTF8.self), text.utf8.contains(UInt8(ascii: ":")), !text.utf8.contains(0)
    else { return nil }
    return text
  }
}
