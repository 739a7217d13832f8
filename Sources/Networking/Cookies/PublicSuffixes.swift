#if canImport(FoundationEssentials)
import Basics
import FoundationEssentials
#else
import Foundation
#endif

/// Domains under which anyone can register (`com`, `co.uk`, `github.io`). No cookie may be set for such a domain.
public struct PublicSuffixes: Sendable {
  private let rules: Set<String>
  private let wildcards: Set<String>
  private let exceptions: Set<String>

  /// - Parameter list: in the format of publicsuffix.org: one rule per line, `*.` for any label, `!` for an exception.
  public init(list: String) {
    var (rules, wildcards, exceptions): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for line in list.split(whereSeparator: \.isNewline) {
      guard let rule = line.split(separator: " ").first.map({ String($0).asciiLowercased }), !rule.hasPrefix("//")
      else {
        continue
      }
      if rule.hasPrefix("*.") {
        wildcards.insert(String(rule.dropFirst(2)))
      } else if rule.hasPrefix("!") {
        exceptions.insert(String(rule.dropFirst()))
      } else {
        rules.insert(rule)
      }
    }
    (self.rules, self.wildcards, self.exceptions) = (rules, wildcards, exceptions)
  }

  /// Whether the domain is a public suffix. One with a single label always is, except `localhost`.
  public func contains(_ domain: String) -> Bool {
    guard let dot = domain.firstIndex(of: ".") else { return domain != "localhost" }
    if exceptions.contains(domain) { return false }
    return rules.contains(domain) || wildcards.contains(String(domain[domain.index(after: dot)...]))
  }

  /// The system's list if installed (package `publicsuffix`), else a short built-in one.
  public static let builtIn: PublicSuffixes = {
    for path in ["/usr/share/publicsuffix/public_suffix_list.dat", "/opt/homebrew/share/publicsuffix/list.dat"] {
      // A missing file or one that is not text counts as no list.
      if let data = try? Data(contentsOf: URL(filePath: path)) {
        return PublicSuffixes(list: String(decoding: data, as: UTF8.self))
      }
    }
    return PublicSuffixes(list: common)
  }()

  /// The most common registries and hosting domains.
  private static let common = """
    co.uk\norg.uk\nme.uk\nltd.uk\nplc.uk\nnet.uk\nac.uk\ngov.uk\nsch.uk\ncom.au\nnet.au\norg.au\nedu.au\ngov.au\nid.au
    co.nz\nnet.nz\norg.nz\nac.nz\ngovt.nz\nco.jp\nne.jp\nor.jp\nac.jp\ngo.jp\nco.kr\nor.kr\nco.in\nnet.in\norg.in\nfirm.in
    gen.in\nind.in\ncom.br\nnet.br\norg.br\ngov.br\ncom.cn\nnet.cn\norg.cn\ngov.cn\ncom.hk\ncom.tw\ncom.sg\ncom.my\nco.id
    co.th\ncom.vn\ncom.ph\ncom.tr\ncom.mx\ncom.ar\ncom.co\ncom.pe\ncom.ve\nco.za\norg.za\ncom.ng\nco.ke\ncom.eg\nco.il
    org.il\ncom.sa\ncom.pl\nnet.pl\norg.pl\ncom.ua\nco.at\nor.at\ncom.es\ncom.pt\ncom.gr\ncom.ro
    github.io\ngitlab.io\nherokuapp.com\nvercel.app\nnetlify.app\npages.dev\nworkers.dev\nweb.app\nfirebaseapp.com
    appspot.com\nrun.app\nazurewebsites.net\ncloudfront.net\ns3.amazonaws.com\nblogspot.com\nglitch.me\nfly.dev
    onrender.com\nsurge.sh\nreadthedocs.io\nngrok.io\nngrok-free.app\n*.ck\n!www.ck\n*.elasticbeanstalk.com
    """
}
