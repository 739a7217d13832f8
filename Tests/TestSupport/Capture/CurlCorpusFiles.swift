/// The files named by the commands of the curl corpus: text with both kinds of line ends.
package enum CurlCorpusFiles {
  package static func fill(_ folder: TemporaryDirectory) throws {
    let names = [
      "sample.sparql", "new_file", "myfile.jpg", "myfile.jg", "image.jpg", "47.htz", "file.txt", "my_file.txt",
      "input_redirected_file.txt", "test/fixtures/curl_commands/delete.sh", "named.txt", "startnamed.txtend",
    ]
    for name in names { try folder.write(name, "content of \(name)\r\n=é&\n") }
    let cookies = "# Netscape HTTP Cookie File\nlocalhost\tFALSE\t/\tFALSE\t0\tfrom\tfile\n"
    for name in ["cookie.txt", "cookies.txt"] { try folder.write(name, cookies) }
  }
}
