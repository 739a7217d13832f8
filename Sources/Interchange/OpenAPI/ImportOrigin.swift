/// The source of an imported text: the base of its relative references and server URLs.
package struct ImportOrigin: Sendable {
  /// Why a file next to the source is not read, in words.
  package struct Refusal: Error, Hashable, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package typealias Reading = @Sendable (_ path: String) throws(Refusal) -> [UInt8]

  /// The URL from which the text was fetched, if any.
  package var url: String?
  /// The name of the source's own file, by which other files refer to it.
  package var fileName: String
  /// Reads a file by its path relative to the source's folder, which it cannot leave; `nil` if there is no folder.
  package var reading: Reading?

  package init(url: String? = nil, fileName: String = "", reading: Reading? = nil) {
    self.url = url
    self.fileName = fileName
    self.reading = reading
  }
}
