import Basics
import Essentials
import HTTPModel
public import HTTPTypes

/// A rule of a stub transport: conditions on requests, and the reply.
public struct Stub: Sendable {
  /// All must match; an empty list matches every request.
  package var matchers: [Matcher]
  /// The reply to a matching request.
  package var reply: Reply

  /// A rule; without matchers it applies to every request.
  public init(_ matchers: [Matcher] = [], reply: Reply) {
    self.matchers = matchers
    self.reply = reply
  }

  func matches(_ request: Request, body: [UInt8]) -> Bool {
    matchers.allSatisfy { $0.matches(request, body) }
  }
}

extension Stub {
  /// The reply of a stub.
  public indirect enum Reply: Sendable {
    /// Always the same response.
    case fixed(Response)
    /// One reply after the other; the last one repeats.
    case sequence([Reply])
    /// Computed for each request; an error it throws fails the transfer.
    case dynamic(@Sendable (Request, _ body: [UInt8]) async throws -> Reply)
    /// 200 with the request's body and Content-Type.
    case echo
    /// The transfer fails with this error.
    case failure(NetworkError)
    /// Waits before it replies.
    case delayed(Duration, Reply)
    /// The body arrives in pieces, at this rate.
    case throttled(bytesPerSecond: Int, Reply)

    /// A status, a body and headers.
    public static func respond(
      _ status: HTTPResponse.Status = .ok, _ body: String = "", headers: Headers = Headers()
    ) -> Reply {
      .fixed(Response(status: status, headers: headers, body: Array(body.utf8)))
    }

    /// A response with this text as the body and the Content-Type of JSON.
    public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Reply {
      respond(status, text, headers: [.contentType: "application/json"])
    }
  }
}

extension Stub {
  /// The response of a stub.
  public struct Response: Hashable, Sendable {
    /// The status. Default 200.
    package var status: HTTPResponse.Status
    /// The headers, in order; nothing is added.
    package var headers: Headers
    /// The body, in bytes.
    package var body: [UInt8]
    /// Trailer fields.
    package var trailers: Headers
    /// Informational responses (1xx) sent before the head.
    package var informational: [ResponseHead]
    /// `1.0`, `1.1`, `2` or `3`. Default `1.1`.
    package var httpVersion: String

    /// A response; by default an empty 200.
    public init(
      status: HTTPResponse.Status = .ok, headers: Headers = Headers(), body: [UInt8] = [],
      trailers: Headers = Headers(),
      informational: [ResponseHead] = [], httpVersion: String = "1.1"
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.trailers = trailers
      self.informational = informational
      self.httpVersion = httpVersion
    }
  }
}

extension Stub {
  /// One condition on a request.
  public struct Matcher: Sendable {
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
    public static func method(_ method: HTTPRequest.Method) -> Matcher {
      Matcher { request, _ in request.method == method }
    }

    /// Matches the URL except for the ignored parts. Scheme and host are compared ignoring case.
    public static func url(_ text: String, ignoring ignored: Set<Ignored> = [.fragment]) -> Matcher {
      let wanted = comparable(URLParts(text), ignored)
      return Matcher { request, _ in comparable(URLParts(request.url), ignored) == wanted }
    }

    /// Matches a path in which `{name}` is a placeholder for one segment, such as `/users/{id}`.
    public static func template(_ path: String) -> Matcher {
      let wanted = segments(path)
      return Matcher { request, _ in
        let found = segments(URLParts(request.url).path)
        return found.count == wanted.count
          && zip(wanted, found).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && $0.hasSuffix("}") && !$1.isEmpty) }
      }
    }

    /// Matches a regular expression anywhere in the URL.
    /// - Throws: an error if the expression is invalid.
    public static func pattern(_ text: String) throws -> Matcher {
      _ = try Regex(text)
      // `Regex` is not Sendable, so it is compiled at each use; it was checked above.
      return Matcher { request, _ in (try? Regex(text)).map { request.url.contains($0) } ?? false }
    }

    /// Matches a header, and its value if one is given.
    public static func header(_ name: Headers.Name, _ value: String? = nil) -> Matcher {
      Matcher { request, _ in
        request.headers.fields.contains { field in
          field.name.equalsIgnoringCase(name.text) && (value.map { $0 == field.value } ?? true)
        }
      }
    }

    /// Matches a body with the same JSON value as `text`, ignoring key order and white space.
    public static func json(_ text: String) -> Matcher {
      // Text that is not JSON matches no body.
      let wanted = try? JSONValue(parsing: text.utf8)
      return Matcher { _, body in
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
}
