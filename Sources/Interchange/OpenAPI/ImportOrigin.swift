/// Where an imported text comes from: what its relative references and server URLs start from.
public struct ImportOrigin: Sendable {
  /// Why a file beside the source is not read, in words.
  public struct Refusal: Error, Hashable, Sendable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
  }

  public typealias Reading = @Sendable (_ path: String) throws(Refusal) -> [UInt8]

  /// The URL that the text was fetched from, where it was.
  public var url: String?
  /// The name of the source's own file, by which the files beside it refer to it.
  public var fileName: String
  /// Reads a file by its path relative to the source's folder, which it never leaves; `nil` where there is no folder.
  public var reading: Reading?

  public init(url: String? = nil, fileName: String = "", reading: Reading? = nil) {
    self.url = url
    self.fileName = fileName
    self.reading = reading
  }
}
