/// A page that a person may be sent to: an `http` or `https` URL with a host, and nothing else.
///
/// Collections and answers of servers name such pages, and a program of the user opens them: a file, another program's
/// scheme or an option of the program that opens it is not one.
public struct WebPage: Hashable, Sendable {
  /// Normalised as browsers read it: begins with its scheme, without blanks or control characters.
  public let url: String
  /// With the port where it is not the scheme's own: to be shown before the page is opened.
  public let host: String

  /// - Throws: category `url`. The text is not repeated: it may hold secrets.
  public init(_ text: String) throws(NetworkError) {
    do throws(StandardURL.Failure) {
      let standard = try StandardURL(text)
      url = standard.description
      host = standard.authority
    } catch {
      throw NetworkError(
        .url, "The page to log in on is not opened: it is no http or https URL with a host",
        detail: "correct the login's page to https://HOST/…")
    }
  }
}
