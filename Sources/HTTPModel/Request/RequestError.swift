import Basics

/// The reason why a request could not be built: the offending text, its position, and the fix.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The URL cannot be sent; the text is the invalid part.
  case url(String, URLProblem)
  /// A `:name` or `{name}` in the path has no value, or an empty one.
  case missingPathParameter(String, path: String)
  /// The method is not a token (RFC 9110, section 9.1).
  case method(String)
  /// Header row `row` (from 1) has an empty name, or a name that contains `character`.
  case headerName(String, row: Int, character: String?)
  /// The value in header row `row` (from 1) contains CR, LF or NUL at `position` (from 1), which would end the value.
  case headerValue(name: String, row: Int, character: String, position: Int)
  /// A text outside of the headers contains CR, LF or NUL at `position` (from 1), which would end its line.
  case text(place: String, character: String, position: Int)
  /// A `Content-Length` header differs from the length of the body, `actual` bytes.
  case contentLength(String, actual: Int)
  /// A file that cannot be sent.
  case file(path: String, reason: String)
  /// The body could not be encoded; `cause` is the coder's error.
  case body(String, cause: Cause = Cause())
  /// A URI template (RFC 6570) is malformed at `position` (from 1).
  case template(String, position: Int, reason: String)
  /// The closure that configures the request threw another error.
  case configuration(String, cause: Cause = Cause())

  /// The original error behind this one. All causes are equal: only the text is compared.
  public struct Cause: Hashable, Sendable {
    /// `nil` if the library itself found the fault.
    package let error: (any Error)?

    /// Keeps an error.
    @usableFromInline package init(_ error: (any Error)? = nil) { self.error = error }

    /// Always true.
    public static func == (left: Cause, right: Cause) -> Bool { true }
    /// Hashes nothing.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The error of a coder or a closure.
  public var cause: (any Error)? {
    switch self {
    case .body(_, let cause), .configuration(_, let cause): cause.error
    default: nil
    }
  }

  /// A fault of a URL.
  public enum URLProblem: Hashable, Sendable {
    /// It has no host.
    case noHost
    /// The scheme is neither `http` nor `https`.
    case scheme
    /// `//` is missing after the scheme.
    case noSlashes
    /// The host contains this character, which is not allowed there.
    case hostCharacter(String)
    /// The host is invalid, such as a malformed IPv6 address.
    case host
    /// The port is not a number from 0 to 65535.
    case port
  }

  /// The fix for a header's name, the same in every message.
  package static let headerNameRule = "use A-Z 0-9 - _ ."

  /// The fault, its position and the fix, in one line. Credentials in a URL are masked.
  public var description: String { Redaction.masked(text, about: nil) }

  private var text: String {
    switch self {
    case .url(let text, let problem): Self.describe(text, problem)
    case .missingPathParameter(let name, let path):
      "no value for path parameter '\(name)' in \(path): add it to the path parameters"
    case .method(let text):
      "method '\(text.visible)' is not a token: use letters, digits and !#$%&'*+-.^_`|~ only"
    case .headerName(let name, let row, let character):
      if let character {
        "header \(row): the name '\(name.visible)' contains \(character): \(Self.headerNameRule)"
      } else {
        "header \(row): the name is empty: name the header or switch the row off"
      }
    case .headerValue(let name, let row, let character, let position):
      "header \(row), \(name): the value contains \(character) at character \(position): remove it"
    case .text(let place, let character, let position):
      "\(place) contains \(character) at character \(position): remove it"
    case .contentLength(let given, let actual):
      "Content-Length says \(given.visible), the body has \(actual) bytes: remove the header or correct it"
    case .file(let path, let reason): "cannot send file \(path): \(reason)"
    case .body(let reason, cause: _): "cannot write the body: \(reason)"
    case .template(let text, let position, let reason):
      "URI template '\(text.visible)', character \(position): \(reason)"
    case .configuration(let reason, cause: _): "the request was not configured: \(reason)"
    }
  }

  /// The same error with the quoted URL replaced by `mask`, because the URL contains a secret.
  package func withoutURL(_ mask: String) -> RequestError {
    switch self {
    case .url(_, .hostCharacter): .url(mask, .host)
    case .url(_, let problem): .url(mask, problem)
    case .missingPathParameter(let name, _): .missingPathParameter(name, path: mask)
    case .template(_, let position, let reason): .template(mask, position: position, reason: reason)
    default: self
    }
  }

  private static func describe(_ text: String, _ problem: URLProblem) -> String {
    let shown = Redaction.standard.masked(url: text).visible
    return switch problem {
    case .noHost:
      shown.isEmpty ? "the URL is empty: give a host" : "the URL '\(shown)' has no host: write http://HOST/…"
    case .scheme: "the URL scheme '\(shown)' is not supported: use http or https"
    case .noSlashes: "the URL '\(shown)' lacks // after the scheme"
    case .hostCharacter(let character): "the host '\(shown)' contains \(character), which a host cannot"
    case .host: "the host '\(shown)' is not valid"
    case .port: "the port '\(shown)' is not a number from 0 to 65535"
    }
  }
}

extension String {
  /// The text with invisible characters escaped, truncated to one line, for messages.
  package var visible: String {
    let start = VisibleText.of(String(String.UnicodeScalarView(unicodeScalars.prefix(120))))
    return unicodeScalars.count > 120 ? start + "…" : start
  }
}

extension Unicode.Scalar {
  /// The name of this character in messages: `CR`, `a space`, `'é'`, `U+0007`.
  var spelled: String {
    switch value {
    case 0: "NUL"
    case 9: "a tab"
    case 10: "LF"
    case 13: "CR"
    case 32: "a space"
    case 0..<0x20, 0x7f..<0xa0:
      "U+" + Hexadecimal.text(value, digits: 4, uppercase: true)
    default: "'\(Character(self))'"
    }
  }
}
