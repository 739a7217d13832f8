import Terminal
import Testing

@Suite struct LocaleNameTests {
  @Test(
    "The first set variable decides about UTF-8, in any spelling",
    arguments: [
      (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8@euro"], true), (["LC_CTYPE": "UTF-8"], true),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
      (["LANG": "ru_RU.KOI8-R"], false), (["LANG": "uutf-8"], true), ([:], false),
    ] as [([String: String], Bool)])
  func named(variables: [String: String], isUTF8: Bool) {
    #expect(LocaleName.isUTF8 { variables[$0] } == isUTF8)
  }
}
