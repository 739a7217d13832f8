import Networking
import Testing
import Workspaces

@testable import Interchange

/// The files named on a curl command line.
@Suite("Files of curl")
struct CurlFilesTests {
  private func read(_ command: String, files: [String: String]) -> CurlImport.Result {
    CurlImport.read(
      command, surroundings: CurlImport.Surroundings(readFile: { name in files[name].map { Array($0.utf8) } }))
  }

  @Test("Cookies of a file are imported for their hosts and paths")
  func cookies() throws {
    let files = [
      "jar": "# Netscape\nh\tFALSE\t/\tFALSE\t0\ta\t1\nh\tFALSE\t/x\tFALSE\t0\tb\t2\nother\tFALSE\t/\tFALSE\t0\tc\t3\n",
      "heads": "HTTP/1.1 200 OK\nSet-Cookie: d=4; Path=/\n",
    ]
    func header(_ command: String) -> String? {
      read(command, files: files).requests.first?.request.headers.first { $0.name == "Cookie" }?.value
    }
    #expect(header("curl -b jar http://h/x/y") == "b=2; a=1")
    let many = (["a", "bbb", "cc", "dd"].map { "h\tFALSE\t/\tFALSE\t0\t\($0)\t1\n" }).joined()
    let imported = read("curl -b many http://h/ -H 'Cookie:own=1'", files: ["many": many]).requests.first
    #expect(
      imported?.request.headers.map { "\($0.name) \($0.value)" } == ["Cookie bbb=1; dd=1; cc=1; a=1", "Cookie own=1"])
    #expect(header("curl -b jar -b k=v -b l=w http://h/") == "a=1; k=v;l=w")
    #expect(header("curl -b jar http://no/") == nil)
    #expect(read("curl -b heads http://h/", files: files).isRefused)
    let saving = try #require(read("curl -c out http://h/", files: files).requests.first)
    #expect(saving.cookies?.savesTo == "out" && saving.unsaved == ["--cookie-jar"])
  }

  @Test("Retries become a policy, and invalid numbers are rejected")
  func retries() throws {
    let request = try #require(
      read("curl --retry 3 --retry-delay 2 --retry-connrefused http://h", files: [:]).requests.first)
    #expect(request.retry?.maximum == 3 && request.retry?.categories.contains(.connect) == true)
    #expect(request.retry?.statuses.keys.sorted().first == 408 && request.retry?.includesUnsafeMethods == true)
    #expect(request.request.settings.retries == 3)
    #expect(request.unsaved == ["--retry-delay", "--retry-connrefused"])
    #expect(read("curl http://h", files: [:]).requests.first?.retry == nil)
    #expect(read("curl --retry x http://h", files: [:]).isRefused)
    #expect(read("curl --retry 1 --retry-delay x http://h", files: [:]).isRefused)
  }
}
