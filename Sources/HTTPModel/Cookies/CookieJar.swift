import Basics
public import Essentials
import HTTPTypes
import Locks

/// The cookies of a client (RFC 6265bis): set by responses, sent by requests, shared by copies of the client. Kept in
/// memory; `save` and `load` use a file.
public final class CookieJar: Sendable {
  private let cookies = Mutex(Content())
  private let suffixes: PublicSuffixes?
  private let order: Order
  private let given: String?

  /// The order of cookies in a request.
  package enum Order: Sendable {
    /// Longer paths first, then older ones (RFC 6265, section 5.4).
    case standard
    /// curl's order: longer paths first, then longer domains, longer names, and newer ones.
    case curl
  }

  /// An empty jar.
  public convenience init() { self.init(suffixes: nil) }

  /// - Parameter suffixes: domains for which no cookie may be set; `nil` loads `PublicSuffixes.builtIn` when first
  ///   needed.
  package convenience init(suffixes: PublicSuffixes?) {
    self.init(suffixes: suffixes, order: .standard)
  }

  /// - Parameter given: appended to the cookies of every request to any host, like curl's `-b NAME=VALUE`.
  package init(suffixes: PublicSuffixes? = nil, order: Order, given: String? = nil) {
    self.suffixes = suffixes
    self.order = order
    self.given = given
  }

  private struct Content {
    var all: [Cookie] = []
    /// The number of changes.
    var generation = 0
  }

  private static let limit = 3000
  private static let limitPerDomain = 180

  /// Every cookie of every host, in order of creation.
  public var all: [Cookie] { cookies.withLock(\.all) }

  /// A number that differs after each change.
  package var generation: Int { cookies.withLock(\.generation) }

  /// The cookies sent to `url`, in the order of the jar.
  public func cookies(for url: String, now: Date = Date()) -> [Cookie] {
    let all = all
    if all.isEmpty { return [] }
    let found = all.filter { $0.matches(url, now: now) }
    switch order {
    case .standard:
      return found.sorted { left, right in
        let (leftLength, rightLength) = (left.path.utf8.count, right.path.utf8.count)
        return leftLength == rightLength ? left.created < right.created : leftLength > rightLength
      }
    case .curl:
      func key(_ cookie: Cookie) -> (Int, Int, Int, Date) {
        (cookie.path.utf8.count, cookie.domain.utf8.count, cookie.name.utf8.count, cookie.created)
      }
      // Cookies of equal age keep their order.
      return found.reversed().sorted { key($0) > key($1) }
    }
  }

  /// Adds a cookie, replacing one with the same name, domain and path; an expired cookie only removes that one.
  public func set(_ cookie: Cookie, now: Date = Date()) {
    change { all in
      var cookie = cookie
      if let index = all.firstIndex(where: { $0.isSlot(of: cookie) }) {
        cookie.created = all.remove(at: index).created
      }
      if let expires = cookie.expires, expires <= now { return }
      all.append(cookie)
      Self.trim(&all, domain: cookie.domain, now: now)
    }
  }

  /// Removes the cookies for which `isGone` returns true, by default all.
  public func removeAll(where isGone: (Cookie) -> Bool = { _ in true }) {
    change { $0.removeAll(where: isGone) }
  }

  /// Stores the cookies of a response from `url`.
  package func store(from head: ResponseHead, url: String, now: Date = Date()) {
    for text in head.headers[values: .setCookie] {
      let cookie = Cookie(setCookie: text, from: url, now: now, suffixes: suffixes ?? .builtIn)
      if let cookie, !isProtected(from: cookie, of: url) { set(cookie, now: now) }
    }
  }

  /// True if an unencrypted answer would replace or shadow a `Secure` cookie (RFC 6265bis, section 5.7).
  private func isProtected(from cookie: Cookie, of url: String) -> Bool {
    guard !cookie.isSecure, URLParts(url).scheme?.asciiLowercased != "https" else { return false }
    return all.contains { $0.isSecure && $0.isShadowed(by: cookie) }
  }

  /// Changes all cookies at once; other callers neither see nor set cookies meanwhile.
  package func change(_ body: (inout [Cookie]) -> Void) {
    cookies.withLock { content in
      body(&content.all)
      content.generation += 1
    }
  }

  /// Adds the `Cookie` header unless the request has its own; in curl's order it is prepended to that.
  /// - Returns: true if the jar had cookies for the request.
  @discardableResult
  package func apply(to request: inout Request, now: Date) -> Bool {
    let place = request.headers.fields.firstIndex { $0.name.equalsIgnoringCase("Cookie") }
    if order == .standard {
      let isSuppressed = request.suppressedHeaders.contains { $0.equalsIgnoringCase("Cookie") }
      guard place == nil, !isSuppressed else { return false }
    }
    var pairs = cookies(for: address(of: request), now: now).map { "\($0.name)=\($0.value)" }
    if let given { pairs.append(given) }
    guard !pairs.isEmpty else { return false }
    let header = Header("Cookie", pairs.joined(separator: "; "))
    request.headers.fields.insert(header, at: place ?? request.headers.fields.endIndex)
    return true
  }

  /// The URL that determines the cookies of a request.
  package func address(of request: Request) -> String {
    guard case .curl = order, let host = request.headers["Host"] else { return request.url }
    return URLParts(request.url).named(byHost: host).description
  }

  /// Drops expired cookies first, then the oldest.
  private static func trim(_ all: inout [Cookie], domain: String, now: Date) {
    guard all.count > limitPerDomain else { return }
    all.removeAll { cookie in cookie.expires.map { $0 <= now } ?? false }
    var surplus = all.count { $0.domain == domain } - limitPerDomain
    if surplus > 0 {
      all.removeAll { cookie in
        guard cookie.domain == domain, surplus > 0 else { return false }
        surplus -= 1
        return true
      }
    }
    if all.count > limit { all.removeFirst(all.count - limit) }
  }
}

extension CookieJar: Equatable {
  /// Two jars are equal only if they are the same object.
  public static func == (left: CookieJar, right: CookieJar) -> Bool { left === right }
}

extension Cookie {
  /// True if one cookie replaces the other.
  package func isSlot(of other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path && isHostOnly == other.isHostOnly
  }

  /// True if requests that send this cookie also send the other one, or would send the other one instead.
  fileprivate func isShadowed(by other: Cookie) -> Bool {
    let isSameHost =
      domain == other.domain || Self.domain(domain, isBelow: other.domain) || Self.domain(other.domain, isBelow: domain)
    return name == other.name && isSameHost && Self.path(other.path, isBelow: path)
  }

  /// True if `path` equals `above` or lies below it (section 5.1.4).
  static func path(_ path: String, isBelow above: String) -> Bool {
    guard path.utf8.starts(with: above.utf8) else { return false }
    return path.utf8.count == above.utf8.count || above.hasSuffix("/")
      || path.utf8.dropFirst(above.utf8.count).first == UInt8(ascii: "/")
  }
}

/// The Netscape cookie file format that curl reads and writes: seven tab-separated fields per line.
package enum CookieFile {
  private static let mark = "#HttpOnly_"

  /// The lines for `cookies`, in the given order.
  package static func text(_ cookies: [Cookie]) -> String {
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
  package static func cookies(_ text: String, now: Date = Date()) -> [Cookie] {
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

/// Domains under which anyone can register (`com`, `co.uk`, `github.io`). No cookie may be set for such a domain.
package struct PublicSuffixes: Sendable {
  private let rules: Set<String>
  private let wildcards: Set<String>
  private let exceptions: Set<String>

  /// - Parameter list: in the format of publicsuffix.org: one rule per line, `*.` for any label, `!` for an exception.
  package init(list: String) {
    var (rules, wildcards, exceptions): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for line in list.split(whereSeparator: \.isNewline) {
      guard let rule = line.split(separator: " ").first.map({ String($0).asciiLowercased }), !rule.hasPrefix("//")
      else {
        continue
      }
      if rule.hasPrefix("*.") {
        wildcards.insert(String(rule.dropFirst(2)))
      } else if rule.hasPrefix("!") {
        exceptions.insert(String(rule.dropFirst()))
      } else {
        rules.insert(rule)
      }
    }
    (self.rules, self.wildcards, self.exceptions) = (rules, wildcards, exceptions)
  }

  /// True if the domain is a public suffix. A single label always is, except `localhost`.
  package func contains(_ domain: String) -> Bool {
    guard let dot = domain.firstIndex(of: ".") else { return domain != "localhost" }
    if exceptions.contains(domain) { return false }
    return rules.contains(domain) || wildcards.contains(String(domain[domain.index(after: dot)...]))
  }

  /// The system's list if installed (package `publicsuffix`), else a short built-in one.
  package static let builtIn: PublicSuffixes = {
    for path in ["/usr/share/publicsuffix/public_suffix_list.dat", "/opt/homebrew/share/publicsuffix/list.dat"] {
      // A missing file, or one that is not text, counts as no list.
      if let data = try? Data(contentsOf: URL(filePath: path)) {
        return PublicSuffixes(list: String(decoding: data, as: UTF8.self))
      }
    }
    return PublicSuffixes(list: common)
  }()

  /// The most common registries and hosting domains.
  private static let common = """
    co.uk\norg.uk\nme.uk\nltd.uk\nplc.uk\nnet.uk\nac.uk\ngov.uk\nsch.uk\ncom.au\nnet.au\norg.au\nedu.au\ngov.au\nid.au
    co.nz\nnet.nz\norg.nz\nac.nz\ngovt.nz\nco.jp\nne.jp\nor.jp\nac.jp\ngo.jp\nco.kr\nor.kr\nco.in\nnet.in\norg.in\nfirm.in
    gen.in\nind.in\ncom.br\nnet.br\norg.br\ngov.br\ncom.cn\nnet.cn\norg.cn\ngov.cn\ncom.hk\ncom.tw\ncom.sg\ncom.my\nco.id
    co.th\ncom.vn\ncom.ph\ncom.tr\ncom.mx\ncom.ar\ncom.co\ncom.pe\ncom.ve\nco.za\norg.za\ncom.ng\nco.ke\ncom.eg\nco.il
    org.il\ncom.sa\ncom.pl\nnet.pl\norg.pl\ncom.ua\nco.at\nor.at\ncom.es\ncom.pt\ncom.gr\ncom.ro
    github.io\ngitlab.io\nherokuapp.com\nvercel.app\nnetlify.app\npages.dev\nworkers.dev\nweb.app\nfirebaseapp.com
    appspot.com\nrun.app\nazurewebsites.net\ncloudfront.net\ns3.amazonaws.com\nblogspot.com\nglitch.me\nfly.dev
    onrender.com\nsurge.sh\nreadthedocs.io\nngrok.io\nngrok-free.app\n*.ck\n!www.ck\n*.elasticbeanstalk.com
    """
}
