extension Unicode.Scalar {
  /// White space as in C, and so in curl: other Unicode white space is ordinary text.
  var isCurlSpace: Bool { self == " " || ("\t"..."\r").contains(self) }
}

extension String {
  /// The lines of a file as read by curl, without empty ones. Other Unicode line ends are text.
  var linesOfCurl: [String] {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
  }
}
