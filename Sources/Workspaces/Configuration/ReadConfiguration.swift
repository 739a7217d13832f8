/// Settings as they were read, and what is wrong in their files.
package struct ReadConfiguration: Hashable, Sendable {
  package var configuration = Configuration()
  /// With file, line and column: `config.yml:3:9: …`.
  package var faults: [String] = []

  package init() {}

  /// - Parameter read: returns `nil` if there is no file.
  package init(_ origin: ConfigurationOrigin, reading read: () throws(FileError) -> [UInt8]?) {
    self.init()
    do throws(FileError) {
      guard let bytes = try read() else { return }
      self = ReadConfiguration(bytes, origin)
    } catch {
      faults = ["\(origin.rawValue): \(error.message)"]
    }
  }

  /// - Parameter bytes: the content of the file.
  package init(_ bytes: [UInt8], _ origin: ConfigurationOrigin) {
    let reader = ConfigurationReader(bytes, origin)
    configuration = reader.configuration
    faults = reader.faults.map { "\(origin.rawValue):\($0)" }
  }

  /// These settings and, where they say nothing, those of `lower`.
  package func merging(over lower: ReadConfiguration) -> ReadConfiguration {
    // Most have only one of the two files, if any.
    if lower == ReadConfiguration() { return self }
    if self == ReadConfiguration() { return lower }
    var merged = ReadConfiguration()
    merged.configuration = configuration.merging(over: lower.configuration)
    merged.faults = lower.faults + faults
    return merged
  }
}
