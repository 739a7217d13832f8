/// A page that a user may be sent to: an `http` or `https` URL with a host, and nothing else.
///
/// Collections and servers name such pages, and one of the user's programs opens them. A file, another scheme or a
/// command line option is rejected.
public struct WebPage: Hashable, Sendable {
  /// Normalised as in browsers: starts with its scheme, without spaces or control characters.
  public let url: String
  /// With a port that is not the scheme's default; shown before the page is opened.
  public let host: String

  /// - Throws: category `url`. The message omits the text, which may contain secrets.
  public init(_ text: String) throws(NetworkError) {
    do throws(StandardURL.Failure) {
      let standard = try StandardURL(text)
      url = standard.description
      host = standard.authority
    } catch {
      throw NetworkError(
        .url, "The login page was not opened: it is not an http or https URL with a host",
        detail: "change the login page to https://HOST/…")
    }
  }
}
