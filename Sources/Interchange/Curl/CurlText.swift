extension Unicode.Scalar {
  /// White space as C has it, and so curl: what else Unicode calls white space is text like any other.
  var isCurlSpace: Bool { self == " " || ("\t"..."\r").contains(self) }
}

extension String {
  /// The lines of a file that curl reads, empty ones left out. What else Unicode calls the end of a line is text.
  var linesOfCurl: [String] {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
  }
}
