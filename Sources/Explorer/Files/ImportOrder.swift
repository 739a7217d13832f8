package import Sessions

/// What to import, and where.
package struct ImportOrder: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A file, or a folder of Bruno's older format.
    case path(String)
    /// Pasted text.
    case text(String)
  }

  package var source: Source
  /// Made a collection if no collection contains it.
  package var folder: String
  package var consent: SaveConsent

  package init(_ source: Source, into folder: String, _ consent: SaveConsent = []) {
    self.source = source
    self.folder = folder
    self.consent = consent
  }
}
