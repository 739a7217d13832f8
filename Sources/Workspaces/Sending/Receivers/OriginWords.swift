import Basics
import Networking

/// Scheme, host and port of a URL, with the user's own in it by the names of its variables.
struct OriginWords {
  let text: String

  /// Read as the sender reads it (`TypedURL`); a text that names no host is `Receivers.nowhere`, to which nothing is sent.
  init(_ url: ResolvedText) {
    // What is wrong with it is told when it is sent.
    guard let typed = try? TypedURL(url.text), let host = typed.parts.host, !host.isEmpty else {
      text = Receivers.nowhere
      return
    }
    let parts = typed.parts
    // Places in the text as written.
    let schemeEnd = typed.schemeEnd - typed.shift
    let scheme = (typed.hasScheme ? -typed.shift : max(0, schemeEnd))..<max(0, schemeEnd)
    let place = typed.hostStart - typed.shift..<typed.authorityEnd - typed.shift
    let own = url.own.filter { $0.range.overlaps(scheme) || $0.range.overlaps(place) }
    guard own.isEmpty else {
      // A variable that brings both is named once, and one at the beginning may bring a scheme.
      let isBoth = own.contains { $0.range.overlaps(scheme) && $0.range.overlaps(place) }
      let first = own.first.map { $0.range.lowerBound <= scheme.lowerBound } == true
      let start = typed.hasScheme ? Self.shown(url, scheme) : first ? "" : "http://"
      text = (isBoth ? "" : start) + Self.shown(url, place)
      return
    }
    let port = parts.portText.flatMap { $0.isEmpty || Int($0) == parts.defaultPort ? nil : ":\($0)" } ?? ""
    // A host in letters of other scripts may look like any other: it is named as it is looked up.
    let name = host.contains(Receivers.unknown) ? host : Punycode.host(host) ?? host
    text = (parts.scheme ?? "http").lowercased() + "://" + name.lowercased() + port
  }

  /// A stretch of a text; the user's own in it by name, each once.
  static func shown(_ text: ResolvedText, _ range: Range<Int>) -> String {
    let bytes = Array(text.text.utf8)
    var result: [UInt8] = []
    var place = range.lowerBound
    for piece in text.own where piece.range.overlaps(range) {
      if place < piece.range.lowerBound { result += bytes[place..<piece.range.lowerBound] }
      result += Array(piece.name.utf8)
      place = piece.range.upperBound
    }
    if place < range.upperBound { result += bytes[place..<range.upperBound] }
    return String(decoding: result, as: UTF8.self)
  }
}
