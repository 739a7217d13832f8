extension String {
  /// The lines of a file as read by curl, without empty ones. Other Unicode line ends are text.
  var linesOfCurl: [String] {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
  }
}
