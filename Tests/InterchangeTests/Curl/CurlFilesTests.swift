import Networking
import Testing
import Workspaces

@testable import Interchange

/// The files named on a curl command line: options, logins, cookies.
@Suite("Files of curl")
struct CurlFilesTests {
  private func read(_ command: String, files: [String: String], netrc: String? = nil) -> CurlImport.Result {
    CurlImport.read(
      command,
      surroundings: CurlImport.Surroundings(
        readFile: { name in files[name].map { Array($0.utf8) } }, configurationFile: files["rc"] == nil ? nil : "rc",
        netrcFile: netrc))
  }

  @Test("A configuration file: with dashes or without, blank, = or :, quotes, comments")
  func configuration() {
    let text = """
      # a comment
      url = "http://h/a b"
      -X PUT
        header: "A: b\\tc \\"d\\""
      --data=x=y z
      user-agent me # not you
      silent
      next
      request GET

      """
    let entries = CurlConfiguration(Array(text.utf8)).entries
    #expect(
      entries.map { "\($0.line) \($0.option)|\($0.value ?? "-")" } == [
        "2 url|http://h/a b", "3 -X|PUT", "4 header|A: b\tc \"d\"", "5 --data=x=y|z", "6 user-agent|me", "7 silent|-",
        "8 next|-", "9 request|GET",
      ])
  }

  @Test("Options of files take the place where they are named, default options come first")
  func order() throws {
    let files = [
      "rc": "user-agent = rc\nheader = \"From: rc\"", "more": "header = \"From: more\"\n-K again", "again": "-L",
    ]
    let request = try #require(read("curl -H 'First: 1' -K more -A own http://h", files: files).requests.first)
    #expect(request.request.headers.map(\.value) == ["rc", "1", "more", "own"])
    #expect(request.options.redirects?.follows == true)
    #expect(read("curl -q http://h", files: files).requests.first?.request.headers.isEmpty == true)
    let loop = read("curl -K loop http://h", files: ["loop": "-K loop"])
    #expect(loop.isRefused && loop.requests.isEmpty)
    // curl ignores what it cannot use in a file.
    for fault in ["--nonsense", "-X", "max-redirs = x"] {
      let result = read("curl -K more http://h", files: ["more": fault])
      #expect(!result.isRefused && result.requests.count == 1 && result.notices.count == 1)
    }
  }

  @Test("Logins by host, by name, in quotes, behind macros; the default for other hosts")
  func logins() {
    let text = """
      machine a.test login ada password "s p\\"q" # note
      macdef init
      machine fake login no password no

      machine b.test
        login bob
        account x
        password two
      machine b.test login carol password three
      default login guest password none
      """
    let netrc = CurlNetrc(Array(text.utf8))
    func login(_ host: String, _ user: String? = nil) -> String? {
      netrc.login(for: host, user: user).map { "\($0.user):\($0.password)" }
    }
    #expect(login("a.test") == "ada:s p\"q" && login("A.TEST") == "ada:s p\"q")
    #expect(login("b.test") == "bob:two" && login("b.test", "carol") == "carol:three")
    #expect(login("fake") == "guest:none" && login("other") == "guest:none")
    #expect(CurlNetrc([]).login(for: "a", user: nil) == nil)
    for broken in ["machine", "machine a login", "login x", "\"", "machine \"a", "default password"] {
      _ = CurlNetrc(Array(broken.utf8)).login(for: "a", user: nil)
    }
  }

  @Test("The command's own user name wins over the file, and the URL's over an optional file")
  func precedence() {
    let files = ["n": "machine h login file password f"]
    func user(_ command: String) -> String? {
      let authentication = read(command, files: files, netrc: "n").requests.first?.request.authentication
      return authentication.map { "\($0["username"]):\($0["password"])" }
    }
    #expect(user("curl -n http://h/") == "file:f" && user("curl -n -u own:o http://h/") == "own:o")
    #expect(user("curl --netrc-optional http://url:u@h/") == "url:u")
    #expect(user("curl --netrc-optional http://h/") == "file:f")
    #expect(user("curl --netrc-file n http://h/") == "file:f" && user("curl http://h/") == ":")
  }

  @Test("Cookies of both kinds of files, for their hosts and paths")
  func cookies() throws {
    let files = [
      "jar": "# Netscape\nh\tFALSE\t/\tFALSE\t0\ta\t1\nh\tFALSE\t/x\tFALSE\t0\tb\t2\nother\tFALSE\t/\tFALSE\t0\tc\t3\n",
      "heads": "HTTP/1.1 200 OK\nSet-Cookie: d=4; Path=/\nSet-Cookie: e=5; Domain=h.test; Path=/\n",
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
    #expect(header("curl -b heads http://127.0.0.1/") == "d=4" && header("curl -b jar http://no/") == nil)
    // To a named host curl sends only cookies with a domain.
    #expect(header("curl -b heads http://h.test/") == "e=5")
    let told = read("curl -b heads http://h.test/", files: files).notices.map(\.message)
    #expect(told == ["d in heads: curl sends no cookie without a domain; add Domain="])
    let saving = try #require(read("curl -c out http://h/", files: files).requests.first)
    #expect(saving.cookies?.savesTo == "out" && saving.unsaved == ["--cookie-jar"])
  }

  @Test("Retries become a policy, and invalid numbers are refused")
  func retries() throws {
    let request = try #require(
      read("curl --retry 3 --retry-delay 2 --retry-connrefused http://h", files: [:]).requests.first)
    #expect(request.retry?.maximum == 3 && request.retry?.categories.contains(.connect) == true)
    #expect(request.retry?.statuses.keys.sorted().first == 408 && request.retry?.includesUnsafeMethods == true)
    #expect(read("curl http://h", files: [:]).requests.first?.retry == nil)
    #expect(read("curl --retry x http://h", files: [:]).isRefused)
    #expect(read("curl --retry 1 --retry-delay x http://h", files: [:]).isRefused)
  }
}
