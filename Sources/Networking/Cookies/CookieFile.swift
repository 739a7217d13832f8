#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The Netscape cookie file format that curl reads and writes: seven tab-separated fields per line.
public enum CookieFile {
  private static let mark = "#HttpOnly_"

  /// The lines for `cookies`, in the given order.
  public static func text(_ cookies: [Cookie]) -> String {
    let lines = cookies.map { cookie in
      [
        (cookie.isHTTPOnly ? mark : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
        cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path.isEmpty ? "/" : cookie.path,
        cookie.isSecure ? "TRUE" : "FALSE",
        cookie.expires.map { String(Int64(max(0, min(9e15, $0.timeIntervalSince1970)))) } ?? "0", cookie.name,
        cookie.value,
      ].joined(separator: "\t")
    }
    return (["# Netscape HTTP Cookie File"] + lines).map { $0 + "\n" }.joined()
  }

  /// The cookies in such a text; invalid lines are ignored.
  public static func cookies(_ text: String, now: Date = Date()) -> [Cookie] {
    // Split by bytes: other Unicode line ends, and characters that combine with a tab, are text.
    text.utf8.split { $0 == 0x0a || $0 == 0x0d }.compactMap { line in
      let isHTTPOnly = line.starts(with: mark.utf8)
      let rest = isHTTPOnly ? line.dropFirst(mark.utf8.count) : line
      let fields = rest.split(separator: 0x09, omittingEmptySubsequences: false).map { String(Substring($0)) }
      guard rest.first != UInt8(ascii: "#"), fields.count >= 6, let expires = Double(fields[4]) else { return nil }
      let domain = fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]
      return Cookie(
        fields[5], fields.count > 6 ? fields[6] : "", domain: domain, isHostOnly: fields[1] != "TRUE", path: fields[2],
        expires: expires > 0 ? Date(timeIntervalSince1970: expires) : nil, isSecure: fields[3] == "TRUE",
        isHTTPOnly: isHTTPOnly, created: now)
    }
  }
}

extension CookieJar {
  /// Writes every cookie to a file that only its owner can read.
  /// - Throws: `NetworkError` of category `storage`.
  public func save(to path: String) throws(NetworkError) {
    try PrivateFile.write(Data(CookieFile.text(all).utf8), to: path)
  }

  /// Adds the cookies of a file in the format of curl's `-b` and `-c`. A missing file adds none.
  /// - Throws: `NetworkError` of category `storage`.
  public func load(from path: String, now: Date = Date()) throws(NetworkError) {
    guard let data = try PrivateFile.read(path) else { return }
    for cookie in CookieFile.cookies(String(decoding: data, as: UTF8.self), now: now) { set(cookie, now: now) }
  }
}
