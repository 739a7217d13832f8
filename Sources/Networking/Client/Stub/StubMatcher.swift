import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One condition on a request.
public struct StubMatcher: Sendable {
  let matches: @Sendable (_ request: Request, _ body: [UInt8]) -> Bool

  /// Any condition.
  public init(_ matches: @escaping @Sendable (_ request: Request, _ body: [UInt8]) -> Bool) {
    self.matches = matches
  }

  /// A part that a comparison of URLs ignores.
  public enum Ignored: Hashable, Sendable {
    /// `http` equals `https`.
    case scheme
    /// Any port, written or not.
    case port
    /// The whole query.
    case query
    /// The order of the query's rows.
    case queryOrder
    /// What follows `#`.
    case fragment
  }

  /// Requests of that method, compared with regard to case.
  public static func method(_ method: HTTPRequest.Method) -> StubMatcher {
    StubMatcher { request, _ in request.method == method }
  }

  /// The whole URL but for what is ignored. Scheme and host are compared without regard to case.
  public static func url(_ text: String, ignoring ignored: Set<Ignored> = [.fragment]) -> StubMatcher {
    let wanted = comparable(URLParts(text), ignored)
    return StubMatcher { request, _ in comparable(URLParts(request.url), ignored) == wanted }
  }

  /// A path in which `{name}` stands for one segment, such as `/users/{id}`.
  public static func template(_ path: String) -> StubMatcher {
    let wanted = segments(path)
    return StubMatcher { request, _ in
      let found = segments(URLParts(request.url).path)
      return found.count == wanted.count
        && zip(wanted, found).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && $0.hasSuffix("}") && !$1.isEmpty) }
    }
  }

  /// A regular expression that is found somewhere in the URL.
  /// - Throws: when it is not one.
  public static func pattern(_ text: String) throws -> StubMatcher {
    _ = try Regex(text)
    // A regular expression is no Sendable value, so it is made where it is used; it was valid above.
    return StubMatcher { request, _ in (try? Regex(text)).map { request.url.contains($0) } ?? false }
  }

  /// A header of that name, with that value where one is given.
  public static func header(_ name: String, _ value: String? = nil) -> StubMatcher {
    StubMatcher { request, _ in
      request.headers.fields.contains { field in
        field.name.equalsIgnoringCase(name) && (value.map { $0 == field.value } ?? true)
      }
    }
  }

  /// The same JSON value as `text`, whatever the order of its keys and its blanks.
  public static func json(_ text: String) -> StubMatcher {
    // Text that is not JSON equals no JSON.
    let wanted = try? JSONValue(parsing: text.utf8)
    return StubMatcher { _, body in
      // The same holds for the body.
      guard let wanted, let found = try? JSONValue(parsing: body) else { return false }
      return found.isEquivalent(to: wanted)
    }
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func comparable(_ url: URLParts, _ ignored: Set<Ignored>) -> [String?] {
    var query = url.query
    if ignored.contains(.queryOrder) {
      query = url.query?.split(separator: "&", omittingEmptySubsequences: false).sorted().joined(separator: "&")
    }
    return [
      ignored.contains(.scheme) ? nil : url.scheme?.asciiLowercased, url.comparableHost,
      ignored.contains(.port) ? nil : url.port.map(String.init), url.path.isEmpty ? "/" : url.path,
      ignored.contains(.query) ? nil : query, ignored.contains(.fragment) ? nil : url.fragment,
    ]
  }
}
