"""The rows of the budget, one module for each kind. A row is a function that takes a Setting and prints its table."""


class Setting:
    """What every row is given: the program, a private home, a scratch folder, the address that serves it, the rounds;
    and where posting and the programs of Benchmarks/networking are, `None` where they are not."""

    def __init__(self, apus, home, scratch, served, address, rounds, posting=None, httpie=None, networking=None):
        self.apus, self.home, self.scratch = apus, home, scratch
        self.served, self.address, self.rounds = served, address, rounds
        self.posting, self.httpie, self.networking = posting, httpie, networking
