extension OAuthToken {
  /// What a token was obtained with and for whom, in the words of the program that keeps it: it decides by them who may
  /// get the token. Kept beside the token, never sent.
  public struct Provenance: Codable, Hashable, Sendable {
    /// One thing that the login was given, such as `variable` and `CLIENT_SECRET`; never its value.
    public struct Source: Codable, Hashable, Sendable {
      public var kind: String
      public var name: String

      public init(kind: String, name: String) {
        self.kind = kind
        self.name = name
      }
    }

    public var sources: Set<Source>
    /// Who was named as its receiver when it was obtained.
    public var receiver: String

    public init(_ sources: Set<Source>, receiver: String) {
      self.sources = sources
      self.receiver = receiver
    }
  }
}
