/// Reads `settings:` of a request, and the settings that a folder or collection shares with the requests below it.
enum SettingsReader {
  static func settings(_ node: YAMLNode?, _ reader: inout NodeReader) -> RequestSettings {
    guard let node = reader.map(node, "settings") else { return RequestSettings() }
    var settings = RequestSettings()
    for kind in SettingKind.all { kind.type.read(node[kind.key], kind.key, into: &settings, &reader) }
    return settings
  }

  private static func cookies(_ root: YAMLNode?, _ reader: inout NodeReader) -> CookieUse? {
    root?["extensions"]?["apus"]?["cookies"].flatMap { SettingType.cookies($0, "cookies", &reader) }
  }

  private static func history(_ root: YAMLNode?, _ reader: inout NodeReader) -> HistoryUse? {
    root?["extensions"]?["apus"]?["history"].flatMap { SettingType.history($0, "history", &reader) }
  }

  /// - Parameter root: the root of `folder.yml` or `opencollection.yml`.
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
      proxy: ProxyReader.proxy(config, &reader), cookies: cookies(root, &reader), history: history(root, &reader),
      trust: ServerTrust.read(root, &reader), graphQL: GraphQLSettings.read(root, &reader),
      importPaths: ImportPathReader.paths(config, &reader))
  }
}
