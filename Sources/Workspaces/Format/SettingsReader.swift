import Basics
import Networking

/// Reads `settings:` of a request, and what a folder or collection shares with the requests below it.
enum SettingsReader {
  static func settings(_ node: YAMLNode?, _ reader: inout NodeReader) -> RequestSettings {
    guard let node = reader.map(node, "settings") else { return RequestSettings() }
    return RequestSettings(
      encodeURL: flag(node["encodeUrl"]), timeout: timeout(node["timeout"]),
      followRedirects: flag(node["followRedirects"]), maxRedirects: redirects(node["maxRedirects"]),
      forwardAuthorization: flag(node["forwardAuthorizationHeader"]),
      acceptsCompression: flag(node["acceptCompression"]), maximumBodySize: size(node, &reader))
  }

  /// `maximumBodySize: 2GB` is a key of our own, which Bruno passes over.
  private static func size(_ node: YAMLNode, _ reader: inout NodeReader) -> Int? {
    guard let written = node["maximumBodySize"], !written.isNull else { return nil }
    if let size = written.text.flatMap({ ByteCount($0) }) { return size.bytes }
    reader.hint(written, "maximumBodySize is no size such as 2GB; the default holds")
    return nil
  }

  /// `root` is that of `folder.yml` or `opencollection.yml`.
  static func shared(_ root: YAMLNode?, _ reader: inout NodeReader) -> SharedSettings {
    let request = reader.map(root?["request"], "request")
    let config = reader.map(root?["config"], "config")
    return SharedSettings(
      headers: reader.headers(request?["headers"]),
      authentication: AuthenticationReader.authentication(request?["auth"], &reader),
      variables: reader.rows(request?["variables"], "variables"), docs: reader.prose(root?["docs"]),
      captures: RequestReader.captures(request?["actions"], &reader),
      scripts: RequestReader.scripts(request?["scripts"], &reader),
      certificates: CertificateReader.certificates(config, &reader),
      proxy: ProxyReader.proxy(config, &reader))
  }

  private static func flag(_ node: YAMLNode?) -> Bool? {
    switch node?.text {
    case "true": true
    case "false": false
    default: node?.bool
    }
  }

  private static func timeout(_ node: YAMLNode?) -> Double? {
    guard let node, let value = node.number else { return nil }
    return value.isFinite && value > 0 ? value : 0
  }

  private static func redirects(_ node: YAMLNode?) -> Int? {
    guard let node, !node.isNull else { return nil }
    guard let value = node.number, value.isFinite, value >= 0 else { return 5 }
    return Int(exactly: min(value, 1_000_000).rounded(.towardZero)) ?? 5
  }
}
