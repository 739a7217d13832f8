class Apus < Formula
  desc "@SUMMARY@"
  homepage "@HOMEPAGE@"
  url "@HOMEPAGE@/releases/v@VERSION@/apus-@VERSION@.tar.gz"
  sha256 "@SOURCE_SHA256@"
  license "MIT"

  depends_on xcode: ["26.0", :build]
  depends_on "curl"
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libpng"
  depends_on "libyaml"
  depends_on macos: :sequoia
  depends_on "ncurses"
  depends_on "webp"

  def install
    # Homebrew has a sandbox of its own, in which the package manager cannot start another.
    system "make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/apus --version")
    assert_equal "1\n", pipe_output("#{bin}/apus query -r '$.a' -", '{"a": 1}')
  end
end
