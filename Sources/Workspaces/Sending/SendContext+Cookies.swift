extension SendContext {
  /// What the request does with cookies: its own setting, else that of the innermost folder that has one.
  package func cookieUse(for definition: RequestDefinition) -> CookieUse {
    definition.settings.cookies ?? layers.reversed().lazy.compactMap(\.settings.cookies).first ?? .keep
  }
}
