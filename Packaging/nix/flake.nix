{
  description = "@SUMMARY@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  # nixpkgs has no Swift 6, so this wraps the release's own build: its loader and the libraries that it opens come from
  # nixpkgs.
  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      archives = {
        x86_64-linux = { name = "linux-x86_64"; sha256 = "@LINUX_X86_64_SHA256@"; };
        aarch64-linux = { name = "linux-aarch64"; sha256 = "@LINUX_AARCH64_SHA256@"; };
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation {
          pname = "apus";
          inherit version;
          src = pkgs.fetchurl {
            url = "@HOMEPAGE@/releases/v${version}/apus-${version}-${archive.name}.tar.gz";
            inherit (archive) sha256;
          };
          nativeBuildInputs = [ pkgs.autoPatchelfHook ];
          # Opened while the program runs, and found by its runpath.
          runtimeDependencies = with pkgs; [ curl libpng libjpeg libwebp giflib webkitgtk_4_1 ];
          dontStrip = true;
          installPhase = ''
            mkdir -p $out
            cp -r bin libexec share $out/
          '';
          meta = {
            description = "@SUMMARY@";
            homepage = "@HOMEPAGE@";
            license = pkgs.lib.licenses.mit;
            mainProgram = "apus";
            platforms = builtins.attrNames archives;
            sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
          };
        };
    in {
      packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
    };
}
