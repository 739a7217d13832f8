extension OAuthToken {
  /// What a token was obtained with and for whom, in the words of the program that keeps it: it decides by them who may
  /// get the token. Kept beside the token, never sent.
  public struct Provenance: Codable, Hashable, Sendable {
    /// One thing that the login was given, such as `variable` and `CLIENT_SECRET`; never its value.
    public struct Source: Codable, Hashable, Sendable {
      /// What sort of thing it is, such as `variable`.
      public var kind: String
      /// What it is called there.
      public var name: String

      /// One thing, by its sort and name.
      public init(kind: String, name: String) {
        self.kind = kind
        self.name = name
      }
    }

    /// Everything of the user's that the login was given.
    public var sources: Set<Source>
    /// Who was named as its receiver when it was obtained.
    public var receiver: String

    /// What is known when a token is obtained.
    public init(_ sources: Set<Source>, receiver: String) {
      self.sources = sources
      self.receiver = receiver
    }
  }
}
