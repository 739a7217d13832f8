/// What sends the request in a program, and what it can send: a request is fitted to it before it is written.
struct CodeLibrary: Sendable {
  /// The text that it accepts in the value of a header.
  enum HeaderText {
    /// Any but line ends, as Apus.
    case any
    /// No control characters.
    case printable
    /// Printable ASCII.
    case ascii
  }

  /// What becomes of a URL that is not written as most URLs are.
  enum URLUse {
    /// It is sent as written.
    case asWritten
    /// Only the characters of RFC 3986 are accepted: the others are encoded before it is written.
    case encoded
    /// The library encodes characters, decodes escapes that need none, and removes dot segments.
    case normalized
    /// The library parses it as browsers do.
    case standard
  }

  /// What a program with it does not do as the request says.
  enum Lack {
    /// It follows no redirects.
    case redirects
    case proxy
    /// It always verifies certificates.
    case insecure
  }

  /// `fetch`
  let name: String
  /// The headers that it sets itself and lets nobody set, in lower case.
  var ownHeaders: Set<String> = []
  /// Whether it sends each name once, so that the values of a repeated name are joined by commas.
  var joinsHeaders = false
  var headerText = HeaderText.any
  /// The Content-Type that it adds to a body without one.
  var addedType: String?
  /// Whether its own parts of a form are used; otherwise a form is written out as it is sent.
  var hasForms = false
  var refusedMethods: Set<String> = []
  /// The methods that it sends no body with.
  var bodilessMethods: Set<String> = []
  var capitalizesMethods = false
  var urls = URLUse.asWritten
  var lacks: Set<Lack> = []
}
