import CCrash

/// The commit that this program was built from, which tells what the offsets of a crash report mean.
package enum BuildCommit {
  /// `nil` if the build did not say, as one for development.
  package static var text: String? {
    let text = String(cString: ccrash_commit())
    return text.isEmpty ? nil : text
  }
}
