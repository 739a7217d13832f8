import Basics
public import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One condition on a request.
public struct StubMatcher: Sendable {
  let matches: @Sendable (_ request: Request, _ body: [UInt8]) -> Bool

  /// A condition from a closure.
  public init(_ matches: @escaping @Sendable (_ request: Request, _ body: [UInt8]) -> Bool) {
    self.matches = matches
  }

  /// A part of the URL that a comparison ignores.
  public enum Ignored: Hashable, Sendable {
    /// `http` equals `https`.
    case scheme
    /// The port, explicit or default.
    case port
    /// The whole query.
    case query
    /// The order of the query items.
    case queryOrder
    /// The fragment.
    case fragment
  }

  /// Matches the method, case-sensitively.
  public static func method(_ method: HTTPRequest.Method) -> StubMatcher {
    StubMatcher { request, _ in request.method == method }
  }

  /// Matches the URL except for the ignored parts. Scheme and host are compared ignoring case.
  public static func url(_ text: String, ignoring ignored: Set<Ignored> = [.fragment]) -> StubMatcher {
    let wanted = comparable(URLParts(text), ignored)
    return StubMatcher { request, _ in comparable(URLParts(request.url), ignored) == wanted }
  }

  /// Matches a path in which `{name}` stands for one segment, such as `/users/{id}`.
  public static func template(_ path: String) -> StubMatcher {
    let wanted = segments(path)
    return StubMatcher { request, _ in
      let found = segments(URLParts(request.url).path)
      return found.count == wanted.count
        && zip(wanted, found).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && $0.hasSuffix("}") && !$1.isEmpty) }
    }
  }

  /// Matches a regular expression anywhere in the URL.
  /// - Throws: an error if the expression is invalid.
  public static func pattern(_ text: String) throws -> StubMatcher {
    _ = try Regex(text)
    // `Regex` is not Sendable, so it is compiled where it is used; it was checked above.
    return StubMatcher { request, _ in (try? Regex(text)).map { request.url.contains($0) } ?? false }
  }

  /// Matches a header, and its value if one is given.
  public static func header(_ name: String, _ value: String? = nil) -> StubMatcher {
    StubMatcher { request, _ in
      request.headers.fields.contains { field in
        field.name.equalsIgnoringCase(name) && (value.map { $0 == field.value } ?? true)
      }
    }
  }

  /// Matches a body with the same JSON value as `text`, ignoring key order and white space.
  public static func json(_ text: String) -> StubMatcher {
    // Text that is not JSON matches no body.
    let wanted = try? JSONValue(parsing: text.utf8)
    return StubMatcher { _, body in
      // A body that is not JSON does not match.
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
