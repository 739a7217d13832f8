import Basics
import Networking

/// Scheme, host and port of a URL, with the user's own in it by the names of its variables.
struct OriginWords {
  let text: String

  init(_ url: ResolvedText) {
    let whole = url.text
    // A URL without a scheme begins with its host.
    let isWhole = whole.utf8.holds("://")
    let parts = URLParts(isWhole ? whole : "//" + whole)
    guard let host = parts.host, !host.isEmpty else {
      text = Self.shown(url, 0..<whole.utf8.count)
      return
    }
    let schemeEnd = isWhole ? (parts.scheme.map { $0.utf8.count + 1 } ?? 0) + 2 : 0
    let start = schemeEnd + (parts.userinfo.map { $0.utf8.count + 1 } ?? 0)
    let end = start + host.utf8.count + (parts.portText.map { $0.utf8.count + 1 } ?? 0)
    let own = url.own.filter { $0.range.overlaps(0..<schemeEnd) || $0.range.overlaps(start..<end) }
    guard own.isEmpty else {
      let scheme = Self.shown(url, 0..<schemeEnd)
      let place = Self.shown(url, start..<end)
      // A variable that brings both is named once.
      let isBoth = own.contains { $0.range.overlaps(0..<schemeEnd) && $0.range.overlaps(start..<end) }
      let first = own.first.map(\.range.lowerBound) == 0
      text = isBoth ? place : (isWhole || first ? scheme : "http://") + place
      return
    }
    let port = parts.portText.flatMap { $0.isEmpty || Int($0) == parts.defaultPort ? nil : ":\($0)" } ?? ""
    // A host in letters of other scripts may look like any other: it is named as it is looked up.
    let name = host.contains(Receivers.unknown) ? host : Punycode.host(host) ?? host
    text = (parts.scheme.map { $0.lowercased() + "://" } ?? "http://") + name.lowercased() + port
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
